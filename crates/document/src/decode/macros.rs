//! Declaring a type once: the struct or enum, its decoding and its shape.

/// Declares a struct that is read from a map with known keys.
///
/// Doc comments become descriptions. A field is `name: Type`, then marks in brackets, then a default after `=`. A key
/// that differs from the field's name stands behind it. A field without a default is required unless its type is an
/// `Option`. The marks are the methods of [`Marks`](crate::decode::Marks); those of the record, behind its name, are
/// the methods of [`RecordMarks`](crate::decode::RecordMarks). `with` names records whose keys stand at the same level.
/// All fields are as visible as the struct, which is `Debug`, `Clone` and `PartialEq`.
///
/// ```
/// document::record! {
///     /// What every resource has.
///     pub struct Common {
///         /// Resources that come first.
///         require: Vec<String> = Vec::new(),
///     }
/// }
///
/// document::record! {
///     /// Runs a command.
///     pub struct Exec [name = "exec", hints = &[("notify", "write `subscribe` at the other resource")]]
///     with common: Common {
///         /// The name, and the command line when there is no `command`.
///         name: String,
///         /// The command line.
///         command: Option<String> [deferred, mistaken = &["cmd"]],
///         /// Exit codes that count as success.
///         returns: Vec<i64> = vec![0],
///         /// Which program runs it.
///         kind "type": Option<String> [pattern = "^[a-z]+$"],
///     }
/// }
/// ```
#[macro_export]
macro_rules! record {
    (
        $(#[doc = $doc:literal])*
        $vis:vis struct $name:ident
        $([ $($record_mark:ident $(= $record_argument:expr)?),* $(,)? ])?
        $(with $($part:ident : $part_type:ty),+)?
        {
            $(
                $(#[doc = $field_doc:literal])*
                $field:ident $($key:literal)? : $type:ty
                $([ $($mark:ident $(= $argument:expr)?),* $(,)? ])?
                $(= $default:expr)?
            ),*
            $(,)?
        }
    ) => {
        $(#[doc = $doc])*
        #[derive(Debug, Clone, PartialEq)]
        $vis struct $name {
            $($(
                #[doc = concat!("The keys of `", stringify!($part_type), "`, at the same level.")]
                $vis $part: $part_type,
            )+)?
            $(
                $(#[doc = $field_doc])*
                $vis $field: $type,
            )*
        }

        impl $crate::decode::Record for $name {
            const RECORD: &'static $crate::decode::RecordShape = &$crate::decode::RecordShape {
                name: stringify!($name),
                module: module_path!(),
                doc: $crate::decode::Doc(&[$($doc),*]),
                marks: $crate::decode::RecordMarks::NONE$($(.$record_mark($($record_argument)?))*)?,
                parts: &[$($(<$part_type as $crate::decode::Record>::RECORD),+)?],
                fields: &[$($crate::decode::Field {
                    key: $crate::__key!($field $($key)?),
                    doc: $crate::decode::Doc(&[$($field_doc),*]),
                    required: $crate::__required!($type $(, $default)?),
                    default: $crate::__default!($type $(, $default)?),
                    marks: $crate::decode::Marks::NONE$($(.$mark($($argument)?))*)?,
                    shape: <$type as $crate::decode::Decode>::shape,
                }),*],
            };
        }

        impl $crate::decode::Decode for $name {
            fn decode(
                node: &$crate::Node<'_>,
                decoder: &mut $crate::decode::Decoder<'_>,
            ) -> ::core::option::Option<Self> {
                const COUNT: usize = <$name as $crate::decode::Record>::RECORD.fields.len();
                let mut fields = decoder.open::<COUNT>(node, <Self as $crate::decode::Record>::RECORD)?;
                // A record may have no fields of its own.
                let _ = &mut fields;
                $($(let $part: ::core::option::Option<$part_type> = fields.part(decoder);)+)?
                $(let $field: ::core::option::Option<$type> = $crate::__take!(fields, decoder $(, $default)?);)*
                ::core::option::Option::Some(Self { $($($part: $part?,)+)? $($field: $field?,)* })
            }

            fn shape() -> $crate::decode::Shape {
                $crate::decode::Shape::Record(<Self as $crate::decode::Record>::RECORD)
            }

            fn encode(&self) -> ::core::option::Option<$crate::decode::Value> {
                let mut record = $crate::decode::Encoded::new(<Self as $crate::decode::Record>::RECORD);
                let _ = &mut record;
                $(record.field(&self.$field);)*
                $($(record.part(&self.$part);)+)?
                record.finish()
            }
        }
    };
}

/// Declares an enum that is read from one of a few words.
///
/// ```
/// document::choice! {
///     /// What should be there.
///     pub enum Ensure {
///         /// It exists.
///         Present "present",
///         /// It does not.
///         Absent "absent",
///     }
/// }
/// assert_eq!(Ensure::Absent.to_string(), "absent");
/// ```
#[macro_export]
macro_rules! choice {
    (
        $(#[doc = $doc:literal])*
        $vis:vis enum $name:ident {
            $(
                $(#[doc = $option_doc:literal])*
                $option:ident $text:literal
            ),+
            $(,)?
        }
    ) => {
        $(#[doc = $doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $vis enum $name {
            $(
                $(#[doc = $option_doc])*
                $option,
            )+
        }

        impl $name {
            /// All of them, in the order of their declaration.
            $vis const ALL: &'static [Self] = &[$(Self::$option),+];

            /// The word for it.
            $vis const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$option => $text,)+
                }
            }
        }

        impl ::core::fmt::Display for $name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl $crate::decode::Decode for $name {
            fn decode(
                node: &$crate::Node<'_>,
                decoder: &mut $crate::decode::Decoder<'_>,
            ) -> ::core::option::Option<Self> {
                let $crate::decode::Shape::Choice(choice) = Self::shape() else { return None };
                decoder.choose(node, choice).map(|at| Self::ALL[at])
            }

            fn shape() -> $crate::decode::Shape {
                $crate::decode::Shape::Choice(const {
                    &$crate::decode::ChoiceShape {
                        name: stringify!($name),
                        doc: $crate::decode::Doc(&[$($doc),*]),
                        options: &[$($crate::decode::ChoiceOption {
                            text: $text,
                            doc: $crate::decode::Doc(&[$($option_doc),*]),
                        }),+],
                    }
                })
            }

            fn encode(&self) -> ::core::option::Option<$crate::decode::Value> {
                ::core::option::Option::Some($crate::decode::Value::from(self.as_str()))
            }
        }
    };
}

/// The key of a field: the one given, or the name of the field.
#[doc(hidden)]
#[macro_export]
macro_rules! __key {
    ($field:ident) => {
        stringify!($field)
    };
    ($field:ident $key:literal) => {
        $key
    };
}

/// Whether a field must be given.
#[doc(hidden)]
#[macro_export]
macro_rules! __required {
    ($type:ty) => {
        !<$type as $crate::decode::Decode>::OPTIONAL
    };
    ($type:ty, $default:expr) => {
        false
    };
}

/// The default of a field as a document would have it.
#[doc(hidden)]
#[macro_export]
macro_rules! __default {
    ($type:ty) => {
        ::core::option::Option::None
    };
    ($type:ty, $default:expr) => {
        ::core::option::Option::Some(|| {
            let default: $type = $default;
            $crate::decode::Decode::encode(&default)
        })
    };
}

/// Decodes the next field.
#[doc(hidden)]
#[macro_export]
macro_rules! __take {
    ($fields:ident, $decoder:ident) => {
        $fields.take($decoder)
    };
    ($fields:ident, $decoder:ident, $default:expr) => {
        $fields.take_or($decoder, || $default)
    };
}
