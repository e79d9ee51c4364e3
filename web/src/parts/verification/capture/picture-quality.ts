/** Picture quality, measured as the server measures it, while the person still holds the document. */
import type { FormFile } from '@tunjo/contract/kyc-drafts'

export type Weakness = FormFile['quality']['warnings'][number]

export interface GreyPicture {
  readonly width: number
  readonly height: number
  /** One byte for each pixel. */
  readonly grey: Uint8Array
}

const SHARP_ENOUGH = 100
const BRIGHT_ENOUGH = 60
const BURNT_OUT_FROM = 250
const BURNT_OUT_MAX = 0.08
const SMALL_PIXELS = 600

/** @param original size before the picture was reduced for measuring */
export function weaknessesOf(picture: GreyPicture, original: { width: number; height: number }): Weakness[] {
  const weaknesses: Weakness[] = []
  if (laplacianVariance(picture) < SHARP_ENOUGH) weaknesses.push('blurred')
  if (mean(picture.grey) < BRIGHT_ENOUGH) weaknesses.push('dark')
  if (picture.grey.filter((value) => value >= BURNT_OUT_FROM).length / picture.grey.length > BURNT_OUT_MAX) weaknesses.push('glare')
  if (Math.min(original.width, original.height) < SMALL_PIXELS) weaknesses.push('small')
  return weaknesses
}

/** ITU-R BT.709, from what a canvas gives. */
export function greyOf({ data, width, height }: Pick<ImageData, 'data' | 'width' | 'height'>): GreyPicture {
  const grey = new Uint8Array(width * height)
  for (let pixel = 0; pixel < grey.length; pixel += 1) {
    const at = pixel * 4
    grey[pixel] = Math.round(0.2126 * (data[at] ?? 0) + 0.7152 * (data[at + 1] ?? 0) + 0.0722 * (data[at + 2] ?? 0))
  }
  return { width, height, grey }
}

const mean = (values: Uint8Array): number => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

/** Variance of the Laplacian: edges respond strongly, so a blurred picture varies little. */
function laplacianVariance({ width, height, grey }: GreyPicture): number {
  let [sum, squares, count] = [0, 0, 0]
  const at = (x: number, y: number) => grey[y * width + x] ?? 0
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const value = at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1) - 4 * at(x, y)
      sum += value
      squares += value * value
      count += 1
    }
  }
  return count === 0 ? 0 : squares / count - (sum / count) ** 2
}
