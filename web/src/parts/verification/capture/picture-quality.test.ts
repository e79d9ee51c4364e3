import sharp, { type Sharp } from 'sharp'
import { expect, it } from 'vitest'
import { type GreyPicture, greyOf, weaknessesOf } from './picture-quality.ts'

const DOCUMENT_PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="640"><rect width="100%" height="100%" fill="#c9bf90"/>' +
  '<g font-size="34" fill="#222">' +
  Array.from({ length: 15 }, (_, line) => `<text x="40" y="${60 + line * 40}">REPÚBLICA DE COLOMBIA 52.123.456 CÉDULA</text>`).join('') +
  '</g></svg>'
const LARGE = { width: 2000, height: 1280 }

async function pictureOf(change: (picture: Sharp) => Sharp): Promise<GreyPicture> {
  const document = await sharp(Buffer.from(DOCUMENT_PICTURE)).png().toBuffer()
  const { data, info } = await change(sharp(document)).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return greyOf({ data: new Uint8ClampedArray(data), width: info.width, height: info.height })
}
const glare = '<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="640"><circle cx="500" cy="320" r="200" fill="#fff"/></svg>'

it.each([
  ['nothing about a clear one', (picture: Sharp) => picture, []],
  ['a blurred one', (picture: Sharp) => picture.blur(6), ['blurred']],
  ['a dark one', (picture: Sharp) => picture.linear(0.25), ['dark']],
  ['a reflection', (picture: Sharp) => picture.composite([{ input: Buffer.from(glare) }]), ['glare']],
])('detects %s', async (_name, change, expected) => {
  expect(weaknessesOf(await pictureOf(change), LARGE)).toEqual(expected)
})

it('detects a picture that is too small to read', async () => {
  expect(weaknessesOf(await pictureOf((picture) => picture), { width: 900, height: 500 })).toEqual(['small'])
})
