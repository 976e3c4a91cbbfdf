//! Names of file systems by their numbers.

/// The name that goes with the number that the kernel has for a type; empty when nobody knows it.
pub(super) fn name_of(number: u64) -> &'static str {
    NAMES.binary_search_by_key(&number, |(number, _)| *number).map_or("", |at| NAMES[at].1)
}

/// Sorted by number.
const NAMES: &[(u64, &str)] = &[
    (0x0000_002f, "qnx4"),
    (0x0000_07c0, "jffs"),
    (0x0000_1373, "devfs"),
    (0x0000_137d, "ext"),
    (0x0000_137f, "minix"),
    (0x0000_138f, "minix (30 char.)"),
    (0x0000_1cd1, "devpts"),
    (0x0000_2468, "minix v2"),
    (0x0000_2478, "minix v2 (30 char.)"),
    (0x0000_3434, "nilfs"),
    (0x0000_4000, "isofs"),
    (0x0000_4004, "isofs"),
    (0x0000_4006, "fat"),
    (0x0000_4244, "hfs"),
    (0x0000_482b, "hfsplus"),
    (0x0000_4d44, "msdos"),
    (0x0000_4d5a, "minix3"),
    (0x0000_517b, "smb"),
    (0x0000_564c, "novell"),
    (0x0000_6969, "nfs"),
    (0x0000_7275, "romfs"),
    (0x0000_72b6, "jffs2"),
    (0x0000_9660, "isofs"),
    (0x0000_9fa0, "proc"),
    (0x0000_9fa1, "openprom"),
    (0x0000_9fa2, "usbdevfs"),
    (0x0000_adf5, "adfs"),
    (0x0000_adff, "affs"),
    (0x0000_ef51, "ext2"),
    (0x0000_ef53, "ext2/ext3"),
    (0x0000_f15f, "ecryptfs"),
    (0x0001_1954, "ufs"),
    (0x0027_e0eb, "cgroupfs"),
    (0x0041_4a53, "efs"),
    (0x00c3_6400, "ceph"),
    (0x0102_1994, "tmpfs"),
    (0x0102_1997, "v9fs"),
    (0x0116_1970, "gfs/gfs2"),
    (0x012f_d16d, "xia"),
    (0x012f_f7b4, "xenix"),
    (0x012f_f7b5, "sysv4"),
    (0x012f_f7b6, "sysv2"),
    (0x012f_f7b7, "coh"),
    (0x0904_1934, "anon-inode FS"),
    (0x0bad_1dea, "futexfs"),
    (0x0bd0_0bd0, "lustre"),
    (0x1130_7854, "inodefs"),
    (0x1501_3346, "udf"),
    (0x1980_0202, "mqueue"),
    (0x1983_0326, "fhgfs"),
    (0x1bad_face, "bfs"),
    (0x28cd_3d45, "cramfs"),
    (0x2bad_1dea, "inotifyfs"),
    (0x2fc1_2fc1, "zfs"),
    (0x3153_464a, "jfs"),
    (0x4246_5331, "befs"),
    (0x4249_4e4d, "binfmt_misc"),
    (0x4750_4653, "gpfs"),
    (0x5049_5045, "pipefs"),
    (0x5265_4973, "reiserfs"),
    (0x5346_414f, "afs"),
    (0x5346_544e, "ntfs"),
    (0x534f_434b, "sockfs"),
    (0x5419_0100, "ufs"),
    (0x565a_4653, "vzfs"),
    (0x5846_5342, "xfs"),
    (0x6165_676c, "pstorefs"),
    (0x6175_6673, "aufs"),
    (0x6264_6576, "bdevfs"),
    (0x6265_6570, "configfs"),
    (0x6265_6572, "sysfs"),
    (0x6367_7270, "cgroup2fs"),
    (0x6462_6720, "debugfs"),
    (0x6573_5543, "fusectl"),
    (0x6573_5546, "fuseblk"),
    (0x6759_6969, "rpc_pipefs"),
    (0x6819_1122, "qnx6"),
    (0x6b41_4653, "k-afs"),
    (0x6e66_7364, "nfsd"),
    (0x6e73_6673, "nsfs"),
    (0x7363_6673, "securityfs"),
    (0x7371_7368, "squashfs"),
    (0x7375_7245, "coda"),
    (0x7461_636f, "ocfs2"),
    (0x7472_6163, "tracefs"),
    (0x8584_58f6, "ramfs"),
    (0x9123_683e, "btrfs"),
    (0x9584_58f6, "hugetlbfs"),
    (0xa501_fcf5, "vxfs"),
    (0xaad7_aaea, "panfs"),
    (0xabba_1974, "xenfs"),
    (0xbacb_acbc, "vmhgfs"),
    (0xca45_1a4e, "bcachefs"),
    (0xcafe_4a11, "bpf"),
    (0xde5e_81e4, "efivarfs"),
    (0xf2f5_2010, "f2fs"),
    (0xf97c_ff8c, "selinux"),
    (0xf995_e849, "hpfs"),
    (0xff53_4d42, "cifs"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found() {
        assert!(NAMES.is_sorted_by_key(|(number, _)| *number));
        for (number, name) in
            [(0xef53, "ext2/ext3"), (0x5846_5342, "xfs"), (0x2fc1_2fc1, "zfs"), (0xff53_4d42, "cifs"), (1, "")]
        {
            assert_eq!(name_of(number), name);
        }
    }
}
