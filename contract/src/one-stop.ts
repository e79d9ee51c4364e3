/** A value that ends with a stop (`9:05 a. m.`) where the sentence ends too. */
const DOUBLE_STOP = /(?<!\.)\.\.(?!\.)/g

export const withOneStop = (text: string): string => text.replace(DOUBLE_STOP, '.')
