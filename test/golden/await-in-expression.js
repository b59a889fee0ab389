return (await f()) + (await g(1, await h()));
