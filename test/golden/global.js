missing = other;
missing += 1;
