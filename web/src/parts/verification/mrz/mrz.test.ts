import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { gunzipSync } from 'node:zlib'
import { cardZone, passportZone } from '@tunjo/contract/identity-zone.testing'
import sharp from 'sharp'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { GreyPicture } from '../capture/picture-quality.ts'
import { findZone } from './find-zone.ts'
import { framed, resized, turnedQuarter } from './grey-picture.ts'
import { inkOf } from './ink.ts'
import { createRecognizer, type Recognizer } from './recognizer.ts'
import { zoneLines } from './zone-lines.ts'
import { type Photographed, zonePicture } from './zone-picture.testing.ts'
import { readZoneIn } from './zone-reader.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })
const TODAY = '2026-11-21'
const CARD = cardZone({
  cardNumber: '012308547',
  nuip: '1099888777',
  surnames: 'OTALORA PENA',
  names: 'BERTA LUCIA',
  sex: 'F',
  birthDate: '880229',
  expiryDate: '330801',
})
const PASSPORT = passportZone({
  number: 'AX405133',
  surnames: 'LOPEZ SUAREZ',
  names: 'IVAN',
  sex: 'M',
  birthDate: '851231',
  expiryDate: '310109',
})

const grey = async (picture: Buffer): Promise<GreyPicture> => {
  const { data, info } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, grey: new Uint8Array(data) }
}
const refuseRead = () => Promise.reject(new Error('nothing is to be read'))

describe('pictures', () => {
  const picture = { width: 3, height: 2, grey: Uint8Array.of(1, 2, 3, 4, 5, 6) }

  it('a quarter rotation to the left, four times, gives the original', () => {
    expect(turnedQuarter(picture)).toEqual({ width: 2, height: 3, grey: Uint8Array.of(3, 6, 2, 5, 1, 4) })
    expect(turnedQuarter(turnedQuarter(turnedQuarter(turnedQuarter(picture))))).toEqual(picture)
  })

  it('are reduced by means, and a frame without rotation changes nothing', () => {
    expect(resized({ width: 4, height: 2, grey: Uint8Array.of(0, 10, 20, 30, 10, 20, 30, 40) }, 0.5)).toEqual({
      width: 2,
      height: 1,
      grey: Uint8Array.of(10, 30),
    })
    const even = { width: 5, height: 5, grey: Uint8Array.from({ length: 25 }, (_, at) => at) }
    const middle = framed(even, { x: 2.5, y: 2.5, radians: 0, step: 1, width: 2, height: 2 })
    expect([...middle.grey]).toEqual([12, 13, 17, 18])
  })

  it('have ink where they are darker than the surroundings, in a shadow too', () => {
    const row = Uint8Array.from({ length: 60 }, (_, at) => Math.round((200 - at * 2) * (at % 10 === 5 ? 0.4 : 1)))
    const ink = inkOf({ width: 60, height: 1, grey: row }, { windowPixels: 9, darkness: 0.8 })
    expect([...ink.keys()].filter((at) => ink[at] === 1)).toEqual([5, 15, 25, 35, 45, 55])
  })
})

describe('findZone', () => {
  it.each<[string, Photographed]>([
    ['straight', {}],
    ['leaning', { leansDegrees: -8 }],
    ['upright', { turnedDegrees: 90 }],
  ])('finds three lines of a card and two of a passport: %s', async (_name, how) => {
    for (const lines of [CARD, PASSPORT]) {
      const picture = await grey(await zonePicture(lines, how))
      const zone = findZone(picture)
      expect(zone?.lines).toHaveLength(lines.length)
      expect(zone?.isStanding).toBe(how.turnedDegrees === 90)
    }
  })

  it('recognises each filler by its shape', async () => {
    const picture = await grey(await zonePicture(CARD))
    const zone = findZone(picture)
    const lines = zone && zoneLines(picture, zone, 32)
    expect(lines?.map(({ cells }) => cells?.fillers.map((isFiller) => (isFiller ? '<' : '.')).join(''))).toEqual(
      CARD.map((line) => line.replace(/[^<]/g, '.')),
    )
  })

  it('finds no zone where there is none, and then loads no reader', async () => {
    const stripes = Array.from({ length: 30 }, (_, at) => `<path d="M0 ${at * 40}h1600" stroke="#333" stroke-width="6"/>`).join('')
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200"><rect width="100%" height="100%" fill="#ddd"/>${stripes}</svg>`
    for (const picture of [
      await sharp(Buffer.from(svg)).png().toBuffer(),
      await sharp({ create: { width: 900, height: 700, channels: 3, background: '#888' } })
        .png()
        .toBuffer(),
    ])
      expect(await readZoneIn(await grey(picture), refuseRead, TODAY)).toBeNull()
  })
})

describe('readZoneIn', () => {
  let recognizer: Recognizer
  beforeAll(async () => {
    const data = createRequire(import.meta.url).resolve('@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz')
    recognizer = await createRecognizer(gunzipSync(readFileSync(data)))
  })
  const read = async (lines: readonly string[], how?: Photographed) =>
    readZoneIn(await grey(await zonePicture(lines, how)), () => Promise.resolve(recognizer), TODAY)

  it.each<[string, Photographed]>([
    ['as it is', {}],
    ['upside down', { turnedDegrees: 180 }],
    ['leaning, blurred, in a shadow and compressed', { leansDegrees: 2, blur: 1.2, shadow: 0.5, quality: 80 }],
  ])('reads a card and a passport: %s', async (_name, how) => {
    for (const lines of [CARD, PASSPORT]) expect(await read(lines, how)).toMatchObject({ reading: { lines }, isNameSure: true })
  })

  it('gives no reading for a zone with a wrong check digit', async () => {
    expect(await read(CARD.map((line) => line.replace('1099888777', '1099888778')))).toBeNull()
  })
})
