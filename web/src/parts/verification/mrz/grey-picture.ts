/** Resizing and rotation of grey pictures. */
import type { GreyPicture } from '../capture/picture-quality.ts'

/** @param scale at most 1; each new pixel is the mean of those it covers */
export function resized(picture: GreyPicture, scale: number): GreyPicture {
  if (scale === 1) return picture
  const [width, height] = [Math.max(1, Math.round(picture.width * scale)), Math.max(1, Math.round(picture.height * scale))]
  const grey = new Uint8Array(width * height)
  for (let y = 0; y < height; y += 1) {
    const [top, bottom] = covered(y, height, picture.height)
    for (let x = 0; x < width; x += 1) {
      const [left, right] = covered(x, width, picture.width)
      let sum = 0
      for (let row = top; row < bottom; row += 1) for (let column = left; column < right; column += 1) sum += pixel(picture, column, row)
      grey[y * width + x] = Math.round(sum / ((bottom - top) * (right - left)))
    }
  }
  return { width, height, grey }
}

function covered(index: number, count: number, of: number): [number, number] {
  const from = Math.floor((index * of) / count)
  return [from, Math.max(from + 1, Math.floor(((index + 1) * of) / count))]
}

const pixel = ({ width, grey }: GreyPicture, x: number, y: number): number => grey[y * width + x] ?? 255

/** Rotate a quarter to the left: the right side becomes the top. */
export function turnedQuarter({ width, height, grey }: GreyPicture): GreyPicture {
  const turned = new Uint8Array(width * height)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) turned[(width - 1 - x) * height + y] = grey[y * width + x] ?? 0
  }
  return { width: height, height: width, grey: turned }
}

export interface Frame {
  /** Middle of the frame in the picture. */
  readonly x: number
  readonly y: number
  /** Angle of the frame. */
  readonly radians: number
  /** Pixels of the picture for one of the result. */
  readonly step: number
  readonly width: number
  readonly height: number
}

/** Cut out a frame that may be rotated; outside of the picture is white. */
export function framed(picture: GreyPicture, { x, y, radians, step, width, height }: Frame): GreyPicture {
  const grey = new Uint8Array(width * height)
  const [along, across] = [Math.cos(radians) * step, Math.sin(radians) * step]
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const [right, down] = [column - width / 2 + 0.5, row - height / 2 + 0.5]
      grey[row * width + column] = between(picture, x + right * along - down * across, y + right * across + down * along)
    }
  }
  return { width, height, grey }
}

/** Bilinear interpolation. */
function between(picture: GreyPicture, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  if (left < 0 || top < 0 || left + 1 >= picture.width || top + 1 >= picture.height) return 255
  const [right, down] = [x - left, y - top]
  const upper = pixel(picture, left, top) * (1 - right) + pixel(picture, left + 1, top) * right
  const lower = pixel(picture, left, top + 1) * (1 - right) + pixel(picture, left + 1, top + 1) * right
  return Math.round(upper * (1 - down) + lower * down)
}
