/** Prepare a picture for sending: no larger than a reviewer needs, with its weaknesses. */
import { foundIn } from '../../../ui/file-drop/file-check.ts'
import { greyOf, type Weakness, weaknessesOf } from './picture-quality.ts'

export interface PreparedPicture {
  readonly file: File
  readonly weaknesses: readonly Weakness[]
}

const LONGEST_SIDE = 4096
/** Below the server's limit. A larger file is re-encoded, whatever its number of pixels. */
const BYTES_MAX = 8_000_000
/** Same as the server's, since sharpness depends on it. */
const MEASURED_SIDE = 1024
const JPEG_QUALITY = 0.9

/** @throws when the browser cannot decode it as a picture */
export async function preparePicture(file: File): Promise<PreparedPicture> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  try {
    const weaknesses = weaknessesOf(greyOf(pixelsOf(bitmap)), bitmap)
    const longest = Math.max(bitmap.width, bitmap.height)
    // Some browsers decode HEIC, which the server does not.
    const isKept = longest <= LONGEST_SIDE && file.size <= BYTES_MAX && (await foundIn(file)) === 'image'
    return { weaknesses, file: isKept ? file : await smaller(bitmap, Math.min(1, LONGEST_SIDE / longest), file.name) }
  } finally {
    bitmap.close()
  }
}

function drawn(bitmap: ImageBitmap, scale: number): { canvas: HTMLCanvasElement; context: CanvasRenderingContext2D } {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas to draw on')
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return { canvas, context }
}

function pixelsOf(bitmap: ImageBitmap): ImageData {
  const { canvas, context } = drawn(bitmap, Math.min(1, MEASURED_SIDE / Math.max(bitmap.width, bitmap.height)))
  return context.getImageData(0, 0, canvas.width, canvas.height)
}

async function smaller(bitmap: ImageBitmap, scale: number, name: string): Promise<File> {
  return jpegOf(drawn(bitmap, scale).canvas, `${name.replace(/\.\w+$/, '')}.jpg`)
}

export function jpegOf(canvas: HTMLCanvasElement, name: string): Promise<File> {
  return new Promise((resolve, reject) => {
    const take = (blob: Blob | null) =>
      blob ? resolve(new File([blob], name, { type: 'image/jpeg' })) : reject(new Error('the picture could not be written'))
    canvas.toBlob(take, 'image/jpeg', JPEG_QUALITY)
  })
}
