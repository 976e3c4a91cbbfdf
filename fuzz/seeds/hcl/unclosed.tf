x {
  y = [1, {a = <<E
q
E
}]
