/**
 * Pictures are decoded to pixels and re-encoded as JPEG, so that nothing but pixels is left: no place, no camera, no second file behind the
 * first. Only the two needed decoders can run at all.
 */
import sharp from 'sharp'
import { refuse } from '../http/refusal.ts'
import { qualityOf } from './quality.ts'
import { type ImageFacts, KEPT_BYTES_MAX } from './types.ts'

const PIXELS_MAX = 40_000_000
/** A progressive picture is held whole while it is decoded, a photo with six bytes for each pixel; no camera writes them. */
const PIXELS_IN_PASSES_MAX = 16_000_000
const LONGEST_SIDE = 4096
/** Smaller ones are tracking pixels or icons, not pictures of a document. */
const SHORTEST_SIDE_MIN = 32
const TIMEOUT_SECONDS = 10
/** The first that fits; only noise needs the others. */
const QUALITIES = [88, 75, 55] as const

sharp.cache(false)
sharp.concurrency(2)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] })

/** `error`: what is cut short or broken is refused, the harmless oddities of some phones are not. */
const STRICT = { failOn: 'error', sequentialRead: true, animated: false } as const

interface Pixels {
  readonly data: Buffer
  readonly raw: { width: number; height: number; channels: 1 | 2 | 3 | 4 }
}

export async function rewriteImage(content: Buffer): Promise<{ content: Buffer; facts: ImageFacts }> {
  if (isAnimated(content)) refuse('files.image_unreadable')
  const facts = await readable(sharp(content, { ...STRICT, limitInputPixels: false }).metadata())
  const pixelsMax = facts.isProgressive ? PIXELS_IN_PASSES_MAX : PIXELS_MAX
  if (facts.width * facts.height > pixelsMax) refuse('files.image_too_large', { maximumMegapixels: pixelsMax / 1e6 })
  if (Math.min(facts.width, facts.height) < SHORTEST_SIDE_MIN) refuse('files.image_too_small')
  const pixels = await readable(upright(await decode(content), facts.orientation))
  const written = await encode(pixels)
  const { width, height } = pixels.raw
  return { content: written, facts: { width, height, ...(await qualityOf(pixels)) } }
}

/** An APNG declares it before its first picture. */
function isAnimated(content: Buffer): boolean {
  const first = content.indexOf('IDAT')
  const control = content.indexOf('acTL')
  return content[0] === 0x89 && control !== -1 && (first === -1 || control < first)
}

/** Rotated only after it was scaled down: rotation needs the whole picture in memory. */
async function decode(content: Buffer): Promise<Pixels> {
  const smaller = sharp(content, { ...STRICT, limitInputPixels: PIXELS_MAX })
    .timeout({ seconds: TIMEOUT_SECONDS })
    .resize(LONGEST_SIDE, LONGEST_SIDE, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
  const { data, info } = await readable(smaller.toBuffer({ resolveWithObject: true }))
  return { data, raw: { width: info.width, height: info.height, channels: info.channels } }
}

/** EXIF orientations: mirrored, then turned clockwise. */
const TURNS: Record<number, { mirror: boolean; degrees: number }> = {
  2: { mirror: true, degrees: 0 },
  3: { mirror: false, degrees: 180 },
  4: { mirror: true, degrees: 180 },
  5: { mirror: true, degrees: 270 },
  6: { mirror: false, degrees: 90 },
  7: { mirror: true, degrees: 90 },
  8: { mirror: false, degrees: 270 },
}

async function upright({ data, raw }: Pixels, orientation = 1): Promise<Pixels> {
  const turn = TURNS[orientation]
  if (!turn) return { data, raw }
  const mirrored = turn.mirror ? await sharp(data, { raw }).flop().raw().toBuffer() : data
  const turned = await sharp(mirrored, { raw }).rotate(turn.degrees).raw().toBuffer({ resolveWithObject: true })
  return { data: turned.data, raw: { width: turned.info.width, height: turned.info.height, channels: turned.info.channels } }
}

async function encode({ data, raw }: Pixels): Promise<Buffer> {
  for (const quality of QUALITIES) {
    const written = await sharp(data, { raw }).timeout({ seconds: TIMEOUT_SECONDS }).jpeg({ quality }).toBuffer()
    if (written.length <= KEPT_BYTES_MAX) return written
  }
  refuse('files.image_too_large', { maximumMegapixels: PIXELS_MAX / 1e6 })
}

/** Any error of the decoder on untrusted bytes is a fault of the bytes. */
const readable = <T>(work: Promise<T>): Promise<T> => work.catch(() => refuse('files.image_unreadable'))
