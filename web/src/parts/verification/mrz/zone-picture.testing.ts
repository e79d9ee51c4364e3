/** Pictures of invented documents with a machine-readable zone, as a phone takes them. */
import sharp from 'sharp'

/**
 * Strokes in the manner of OCR-B, the font of these zones, in a box of 10 by 16. Drawn here, since no licence of the fonts of that name
 * permits including them in the product's tests.
 */
const STROKES: Readonly<Record<string, string>> = {
  A: 'M0 16L5 0L10 16M2 10.5H8',
  B: 'M1 0V16H5.5C11 16 11 8 5.5 8H1M5.5 8C10 8 10 0 5.5 0H1',
  C: 'M9.5 3C8.5 1 7 0 5.5 0C2 0 .8 4 .8 8C.8 12 2 16 5.5 16C7 16 8.5 15 9.5 13',
  D: 'M1 0V16H4C8 16 9.5 12 9.5 8C9.5 4 8 0 4 0Z',
  E: 'M9 0H1V16H9M1 8H7.5',
  F: 'M9 0H1V16M1 8H7.5',
  G: 'M9.5 3C8.5 1 7 0 5.5 0C2 0 .8 4 .8 8C.8 12 2 16 5.5 16C7 16 8.5 15 9.5 13V8.5H6',
  H: 'M1 0V16M9 0V16M1 8H9',
  I: 'M2 0H8M5 0V16M2 16H8',
  J: 'M8 0V11C8 14.5 6.5 16 4.5 16C2.5 16 1.5 15 1 13',
  K: 'M1 0V16M9 0L1 9M3.5 6.5L9.5 16',
  L: 'M1.5 0V16H9',
  M: 'M.5 16V0L5 8L9.5 0V16',
  N: 'M1 16V0L9 16V0',
  O: 'M5 0C1.5 0 .8 4 .8 8C.8 12 1.5 16 5 16C8.5 16 9.2 12 9.2 8C9.2 4 8.5 0 5 0Z',
  P: 'M1 16V0H5.5C10.5 0 10.5 8.5 5.5 8.5H1',
  Q: 'M5 0C1.5 0 .8 4 .8 8C.8 12 1.5 16 5 16C8.5 16 9.2 12 9.2 8C9.2 4 8.5 0 5 0ZM6 11L9.5 16.5',
  R: 'M1 16V0H5.5C10.5 0 10.5 8.5 5.5 8.5H1M5 8.5L9.5 16',
  S: 'M9 2.5C8 .8 6.5 0 5 0C2.5 0 1.2 1.8 1.2 4C1.2 9 9 7 9 12C9 14.5 7.5 16 5 16C3 16 1.5 15 .8 13',
  T: 'M0 0H10M5 0V16',
  U: 'M1 0V11C1 14.5 2.5 16 5 16C7.5 16 9 14.5 9 11V0',
  V: 'M0 0L5 16L10 0',
  W: 'M0 0L2.5 16L5 6L7.5 16L10 0',
  X: 'M.5 0L9.5 16M9.5 0L.5 16',
  Y: 'M.5 0L5 8L9.5 0M5 8V16',
  Z: 'M1 0H9L1 16H9',
  0: 'M5 0C2 0 1 2 1 5V11C1 14 2 16 5 16C8 16 9 14 9 11V5C9 2 8 0 5 0Z',
  1: 'M2 3.5L6 0V16',
  2: 'M1.2 3.5C1.8 1 3.3 0 5 0C7.5 0 9 1.7 9 4C9 8 3 11 1.2 16H9',
  3: 'M1.5 0H8.5L5 6C8 6 9.2 8.5 9.2 11C9.2 14 7.5 16 5 16C3 16 1.7 15.3 1 13.8',
  4: 'M6 0L1 11.5H9.5M7 7V16',
  5: 'M8.5 0H2V7C5 5.8 9 6.5 9 11C9 14.5 7 16 4.8 16C3 16 1.8 15.4 1 14',
  6: 'M7 0C3.5 3 1 7 1 11C1 14 2.5 16 5 16C7.5 16 9 14 9 11.5C9 9 7.5 7 5 7C3.5 7 2 8 1.3 9.5',
  7: 'M1 0H9L3.5 16',
  8: 'M5 7.5C2.5 7.5 1.5 5.7 1.5 3.8C1.5 1.7 2.8 0 5 0C7.2 0 8.5 1.7 8.5 3.8C8.5 5.7 7.5 7.5 5 7.5C2 7.5 .8 9.5 .8 11.8C.8 14.2 2.3 16 5 16C7.7 16 9.2 14.2 9.2 11.8C9.2 9.5 8 7.5 5 7.5',
  9: 'M3 16C6.5 13 9 9 9 5C9 2 7.5 0 5 0C2.5 0 1 2 1 4.5C1 7 2.5 9 5 9C6.5 9 8 8 8.7 6.5',
  '<': 'M9 2L1.5 8L9 14',
}
const PITCH = 14.3
/** Millimetres (ICAO 9303-3): ten letters to the inch, a little over six between lines. */
const LETTER_MM = 2.54
const LINES_MM = 6.35
const BOTTOM_MM = 5
const SIZES_MM: Record<number, { width: number; height: number }> = { 3: { width: 85.6, height: 54 }, 2: { width: 125, height: 88 } }
const PIXELS_PER_MM = 20

/** @param lines three of 30 or two of 44 */
function drawn(lines: readonly string[]): string {
  const { width = 0, height = 0 } = SIZES_MM[lines.length] ?? {}
  const scale = LETTER_MM / PITCH
  const left = (width - (lines[0]?.length ?? 0) * LETTER_MM) / 2
  const top = height - BOTTOM_MM - 16 * scale - (lines.length - 1) * LINES_MM
  const letters = lines.flatMap((line, row) =>
    [...line].map(
      (letter, column) =>
        `<path transform="translate(${left + column * LETTER_MM} ${top + row * LINES_MM}) scale(${scale})" d="${STROKES[letter] ?? ''}"/>`,
    ),
  )
  const pattern = Array.from({ length: 40 }, (_, row) => `<path d="M0 ${row * 2.4}q20 3 40 0t40 0t50 0"/>`).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width * PIXELS_PER_MM}" height="${height * PIXELS_PER_MM}" viewBox="0 0 ${width} ${height}">
    <rect width="100%" height="100%" fill="#d3dde6"/>
    <g fill="none" stroke="#bccad6" stroke-width=".2">${pattern}</g>
    <path d="M8 6h30M8 10h22" stroke="#445" stroke-width="1.6"/>
    <g fill="none" stroke="#1c1c22" stroke-width="1.7">${letters.join('')}</g>
  </svg>`
}

export interface Photographed {
  leansDegrees?: number
  /** Standard deviation in pixels of a picture 2,000 wide. */
  blur?: number
  quality?: number
  /** How much darker the far corner is, up to 1. */
  shadow?: number
  /** Rotation by whole quarters. */
  turnedDegrees?: number
}

/** @returns a JPEG 2,000 pixels wide of the document on a table */
export async function zonePicture(
  lines: readonly string[],
  { leansDegrees = 0, blur = 0, quality = 88, shadow = 0, turnedDegrees = 0 }: Photographed = {},
): Promise<Buffer> {
  const table = '#58463a'
  const document = await sharp(Buffer.from(drawn(lines)))
    .png()
    .toBuffer()
  const lying = await sharp(document).rotate(leansDegrees, { background: table }).flatten({ background: table }).png().toBuffer()
  const edge = 160
  const extended = await sharp(lying).extend({ top: edge, bottom: edge, left: edge, right: edge, background: table }).png().toBuffer()
  const photo = await sharp(extended).resize(2000).png().toBuffer()
  const { width = 0, height = 0 } = await sharp(photo).metadata()
  const shade = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><linearGradient id="a" x2="1" y2=".7">
      <stop stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity="${shadow}"/></linearGradient>
      <rect width="100%" height="100%" fill="url(#a)"/></svg>`,
  )
  const shaded = await sharp(photo)
    .composite([{ input: shade }])
    .png()
    .toBuffer()
  const turned = sharp(shaded).rotate(turnedDegrees)
  return (blur > 0 ? turned.blur(blur) : turned).jpeg({ quality }).toBuffer()
}
