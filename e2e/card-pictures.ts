/** Pictures of an invented cédula, as a phone takes them. */
import sharp from 'sharp'
import { barcodePicture, cardRecord, type Invented } from '../web/src/parts/verification/card/card.testing.ts'

const CARD = { width: 1500, height: 950 }

const printed = (words: string): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD.width}" height="${CARD.height}">
      <rect width="100%" height="100%" rx="60" fill="#d9cf9f"/>
      ${Array.from({ length: 46 }, (_, line) => `<path d="M0 ${line * 21} h${CARD.width}" stroke="#b9ab6d" stroke-width="2"/>`).join('')}
      <text x="90" y="160" font-size="64" font-family="sans-serif" fill="#222">${words}</text>
    </svg>`,
  )

/** The side with the barcode, held a little askew over a table. */
export async function backOfCard(person: Invented, leansDegrees = 4): Promise<Buffer> {
  const barcode = await barcodePicture(cardRecord(person))
  const card = await sharp(printed('REGISTRADURÍA NACIONAL'))
    .composite([{ input: barcode, left: 300, top: 330 }])
    .png()
    .toBuffer()
  return photographed(card, leansDegrees)
}

export const frontOfCard = async (words: string): Promise<Buffer> => photographed(await sharp(printed(words)).png().toBuffer(), 1)

/** Unreadable picture: 0.3 megapixels, out of focus, dark. */
export async function uselessPicture(): Promise<Buffer> {
  return sharp(printed('NO SE LEE')).resize(500, 320).blur(9).modulate({ brightness: 0.15 }).jpeg().toBuffer()
}

const photographed = (card: Buffer, degrees: number): Promise<Buffer> =>
  sharp(card)
    .rotate(degrees, { background: '#4a3a2c' })
    .extend({ top: 120, bottom: 120, left: 120, right: 120, background: '#4a3a2c' })
    .jpeg({ quality: 88 })
    .toBuffer()
