/** Double full stop: a value that ends with one (`9:05 a. m.`) at the end of a sentence. */
const DOUBLE_STOP = /(?<!\.)\.\.(?!\.)/g

export const withSingleFullStop = (text: string): string => text.replace(DOUBLE_STOP, '.')
