let i = 0;
while (true) {
  if (i++ > 3) break;
}
do i--; while (i > 0);
