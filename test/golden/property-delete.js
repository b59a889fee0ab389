delete o.a;
delete o[k];
