import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { runTypeScript } from '../../../../dev/testing/child-process.ts'
import { temporaryFolder } from '../../../../dev/testing/temporary-folder.ts'
import { Refused } from '../http/refusal.ts'
import { createLog } from '../observability/log.ts'
import { EICAR, type HostileFile, hostileFiles } from './hostile-files.testing.ts'
import { createUploads } from './index.ts'
import { cleanName } from './names.ts'
import { makePdf } from './pdfs.testing.ts'

const uploads = createUploads({ env: {}, log: createLog({ level: 'silent', pretty: false }) })
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error) => {
      if (error instanceof Refused) return error.refusal.code
      throw error
    },
  )
const pattern = (width: number, height: number, step: number) =>
  sharp(Buffer.from(Array.from({ length: width * height }, (_, index) => (Math.floor(index / step) % 2 ? 220 : 30))), {
    raw: { width, height, channels: 1 },
  })

describe('hostile files', () => {
  let files: HostileFile[] = []
  let report: { found: Record<string, string>; grownBytes: number }
  beforeAll(async () => {
    files = await hostileFiles()
    report = await inspectElsewhere(files)
  }, 120_000)

  it('SEC-23 R25 each is refused with its reason, or loses its payload', () => {
    expect(report.found).toEqual(Object.fromEntries(files.map(({ what, expected }) => [what, expected])))
    expect(files.length).toBeGreaterThanOrEqual(20)
  })

  it('R25 the process grows by less than 300 MB over all of them', () => {
    expect(report.grownBytes).toBeLessThan(300 * 1_048_576)
  })
})

async function inspectElsewhere(files: readonly HostileFile[]) {
  const folder = temporaryFolder('hostile')
  const list = files.map(({ content, ...file }, index) => {
    writeFileSync(join(folder, String(index)), content)
    return file
  })
  writeFileSync(join(folder, 'list.json'), JSON.stringify(list))
  const child = runTypeScript(new URL('./hostile-process.testing.ts', import.meta.url), [folder])
  try {
    return JSON.parse(await child.nextLine())
  } finally {
    await child.kill()
    rmSync(folder, { recursive: true })
  }
}

describe('pictures', () => {
  it('SEC-23 are upright, without a trace of who took them where', async () => {
    const lying = await pattern(400, 200, 40).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const { content, image, mediaType } = await uploads.inspect(lying, ['image'])
    const facts = await sharp(content).metadata()
    expect([facts.width, facts.height, image?.width, image?.height]).toEqual([200, 400, 200, 400])
    expect([facts.exif, facts.orientation, facts.icc, facts.xmp, facts.iptc]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    expect([mediaType, facts.format]).toEqual(['image/jpeg', 'jpeg'])
  })

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('of orientation %i look as the decoder itself would rotate them', async (orientation) => {
    const corners = Buffer.from([255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255, 0, 0, 0, 128, 128, 128])
    const picture = sharp(corners, { raw: { width: 3, height: 2, channels: 3 } }).resize(300, 200, { kernel: 'nearest' })
    const given = await picture.withMetadata({ orientation }).jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer()
    const { content } = await uploads.inspect(given, ['image'])
    const [ours, theirs] = [await sharp(content).raw().toBuffer(), await sharp(given).autoOrient().raw().toBuffer()]
    const difference = ours.reduce((sum, value, index) => sum + Math.abs(value - (theirs[index] ?? 255)), 0) / ours.length
    expect([ours.length, difference < 5]).toEqual([theirs.length, true])
  })

  it('are scaled down when larger than any screen, and a transparent one gets a white ground', async () => {
    const wide = await pattern(6000, 3000, 500).jpeg().toBuffer()
    expect((await uploads.inspect(wide, ['image'])).image).toMatchObject({ width: 4096, height: 2048 })
    const clear = await sharp({ create: { width: 50, height: 50, channels: 4, background: '#00000000' } })
      .png()
      .toBuffer()
    expect((await uploads.inspect(clear, ['image'])).image).toMatchObject({ brightness: 255, burntOut: 1 })
  })

  it('report to the reviewer when they are blurred, dark or overexposed', async () => {
    const sharpOne = await pattern(1200, 800, 8).jpeg({ quality: 95 }).toBuffer()
    const blurred = await sharp(sharpOne).blur(12).jpeg().toBuffer()
    const facts = async (content: Buffer) => (await uploads.inspect(content, ['image'])).image
    const [clear, shaken] = [await facts(sharpOne), await facts(blurred)]
    expect(clear?.sharpness).toBeGreaterThan(1_000)
    expect(shaken?.sharpness).toBeLessThan(50)
    const grey = (value: number) =>
      sharp({ create: { width: 60, height: 60, channels: 3, background: { r: value, g: value, b: value } } })
        .png()
        .toBuffer()
    expect(await facts(await grey(20))).toMatchObject({ brightness: 20, burntOut: 0 })
    expect(await facts(await grey(253))).toMatchObject({ brightness: 253, burntOut: 1 })
  })
})

it.each([
  [1, 1],
  [1200, 3],
])('C9 refuses a picture of %i × %i pixels as no document', async (width, height) => {
  const tiny = await sharp({ create: { width, height, channels: 3, background: '#808080' } })
    .png()
    .toBuffer()
  expect(await outcome(uploads.inspect(tiny, ['image']))).toBe('files.image_too_small')
})

describe('documents', () => {
  it('KYC-11 ordinary ones are stored unchanged, with the number of their pages', async () => {
    const document = await PDFDocument.create()
    for (const text of ['uno', 'dos']) document.addPage().drawText(text)
    for (const useObjectStreams of [true, false]) {
      const content = Buffer.from(await document.save({ useObjectStreams }))
      const inspected = await uploads.inspect(content, ['pdf'], { name: 'Extracto año 2026.pdf' })
      expect(inspected).toMatchObject({ kind: 'pdf', pages: 2, mediaType: 'application/pdf', originalName: 'Extracto año 2026.pdf' })
      expect(inspected.content.equals(content)).toBe(true)
    }
  })

  it.each(['[3 0 R /Fit]', '<< /S /GoTo /D [100 0 R /Fit] >>'])('may open at a page: %s', async (opening) => {
    expect(await outcome(uploads.inspect(makePdf({ catalog: `/OpenAction ${opening}` }), ['pdf']))).toBe('accepted')
  })

  it('KYC-11 refuses anything else in the words of the specification', async () => {
    const refused = await uploads.inspect(EICAR, ['pdf']).catch((error: Error) => error)
    expect(String(refused)).toContain('files.type_not_allowed: Solo se permite archivo PDF')
  })
})

it.each([
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\ana\\cédula.jpg', 'cédula.jpg'],
  ['a\u0000b\u202egpj.exe', 'abgpj.exe'],
  ['.htaccess', 'htaccess'],
  ['', 'archivo'],
  ['..', 'archivo'],
  [`${'ñ'.repeat(500)}.pdf`, 'ñ'.repeat(120)],
  ['<img src=x>.png', '_img src=x_.png'],
])('R25 the name %j is shown as %j', (given, shown) => {
  expect(cleanName(given)).toBe(shown)
})
