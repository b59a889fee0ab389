/** The mark that the output limit leaves behind text it cut (output.ts): text with it is no text to work with. */
export const CUT_TEXT = /… \(\d+ characters\)/;
