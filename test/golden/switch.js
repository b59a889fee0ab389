switch (v) {
  case 1: f(); break;
  case 'a': g();
  default: h();
}
