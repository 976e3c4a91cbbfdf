terraform {
  required_version = ">= 1.5"
  required_providers { aws = { source = "hashicorp/aws", version = "~> 5.0" } }
  backend "s3" { bucket = "state" }
}
variable "size" {
  type        = list(object({ name = string, count = optional(number, 1) }))
  default     = [{ name = "a", count = 1.5e3 }, null]
  description = <<-EOT
    Names ${upper("x")} and %{ if true }more%{ else ~}
    less%{ endif }
  EOT
  validation {
    condition     = length(var.size) > 0 && !contains(var.size[*].name, "") || false
    error_message = "At least one."
  }
}
locals {
  by_name = { for key, item in var.size : item.name => item... if key % 2 == 0 }
  all     = [for s in var.size : "${s.name}-${s.count ? "y" : "n"}"]
  old     = aws_instance.web.0.tags.*.Name
}
resource "aws_instance" "web" {
  count = -1 * (2 + 3) / 4
  tags  = { "Name" : "x", (var.key) = 1 }
  dynamic "disk" {
    for_each = local.all
    content { size = disk.value }
  }
} # a comment
// another
/* and one more */
output "id" { value = aws_instance.web[0].id }
