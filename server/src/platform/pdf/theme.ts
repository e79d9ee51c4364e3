/** Sizes in points (1/72 inch) for the Letter format, the one of Colombian printers. */
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const figtree = (script: 'latin' | 'latin-ext', style: string) =>
  require.resolve(`@fontsource/figtree/files/figtree-${script}-${style}.woff`)
/** In spite of its name the file has every letter of the font: Vietnamese, Greek, Cyrillic, Armenian, Georgian, Hebrew, Arabic. */
const dejavu = (style: string) => require.resolve(`@fontsource/dejavu-sans/files/dejavu-sans-latin-${style}.woff`)

/** Font files of each style: the main font, its letters beyond Latin 1, and a font for the letters that it lacks. */
export const FONTS = {
  regular: { main: figtree('latin', '400-normal'), extended: figtree('latin-ext', '400-normal'), wide: dejavu('400-normal') },
  bold: { main: figtree('latin', '600-normal'), extended: figtree('latin-ext', '600-normal'), wide: dejavu('700-normal') },
  italic: { main: figtree('latin', '400-italic'), extended: figtree('latin-ext', '400-italic'), wide: dejavu('400-italic') },
  boldItalic: { main: figtree('latin', '600-italic'), extended: figtree('latin-ext', '600-italic'), wide: dejavu('700-italic') },
} as const
export type FontName = keyof typeof FONTS

export const INK = {
  text: '#1f2421',
  quiet: '#565d58',
  green: '#0b5d4b',
  gold: '#c8922a',
  markGold: '#d6a549',
  markLine: '#05362c',
} as const

export const PAGE = { size: 'LETTER', margins: { top: 56, bottom: 64, left: 68, right: 68 } } as const
export const BODY = { size: 10, lineGap: 2.7, paragraphGap: 6, itemGap: 3, listIndent: 18 } as const
export const HEADING = {
  1: { size: 22, before: 0, after: 4 },
  2: { size: 13, before: 9, after: 4 },
  3: { size: 11.5, before: 6, after: 3 },
} as const
export const FOOTER_SIZE = 8.5
