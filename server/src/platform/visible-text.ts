/** Texts that people must really write: what can be seen of them counts. */

/** Composed, and without the space around it. */
export const tidyText = (text: string): string => text.normalize('NFC').trim()

/** White space, controls, marks on other characters, and the blanks that have a shape only in name. */
const UNSEEN = /[\s\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/gu

export const visibleLength = (text: string): number => [...tidyText(text).replace(UNSEEN, '')].length
