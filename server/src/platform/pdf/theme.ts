/** Sizes in points (1/72 inch) on Letter paper, the one of Colombian printers. */
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
export const FONTS = {
  regular: require.resolve('@fontsource/figtree/files/figtree-latin-400-normal.woff'),
  bold: require.resolve('@fontsource/figtree/files/figtree-latin-600-normal.woff'),
  italic: require.resolve('@fontsource/figtree/files/figtree-latin-400-italic.woff'),
  boldItalic: require.resolve('@fontsource/figtree/files/figtree-latin-600-italic.woff'),
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
