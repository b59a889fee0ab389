throw new Error('no');
