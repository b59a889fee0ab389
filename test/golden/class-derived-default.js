return class extends B {};
