return delete a?.b;
