/** Documents that open without a password although they are encrypted, as banks and the tax authority send them. */
import { deflateSync } from 'node:zlib'
import { PDFDocument } from '@cantoo/pdf-lib'
import { describe, expect, it } from 'vitest'
import { Refused } from '../http/refusal.ts'
import { inspectPdf } from './pdf.ts'
import { hasOneEncryption } from './pdf-encryption.ts'
import { makePdf, object } from './pdfs.testing.ts'

const ALGORITHMS = ['AES-256', 'AES-128', 'RC4-128', 'RC4-40'] as const
type Algorithm = (typeof ALGORITHMS)[number]

interface Sample {
  readonly algorithm?: Algorithm
  readonly userPassword?: string
  readonly objectStreams?: boolean
  readonly change?: (document: PDFDocument) => void
}

async function encrypted({ algorithm = 'AES-256', userPassword = '', objectStreams = true, change }: Sample): Promise<Buffer> {
  const document = await PDFDocument.create()
  document.addPage().drawText('Certificado')
  document.addPage()
  change?.(document)
  document.encrypt({ ownerPassword: 'owner', userPassword, algorithm, allowWeakCryptography: true, permissions: { printing: false } })
  return Buffer.from(await document.save({ useObjectStreams: objectStreams }))
}

const outcome = (content: Buffer) =>
  inspectPdf(content).then(
    ({ pages }) => pages,
    (error: unknown) => (error instanceof Refused ? error.refusal.code : String(error)),
  )

const script = ({ context }: PDFDocument) => context.register(context.obj({ S: 'JavaScript', JS: 'app.alert(1)' }))
/** Expands to more than any reader's machine should hold, a few kilobytes at a time. */
const bomb = ({ context }: PDFDocument) => {
  const zeros = deflateSync(Buffer.alloc(33_554_432))
  for (let index = 0; index < 9; index++) context.register(context.stream(zeros, { Filter: 'FlateDecode' }))
}

describe('C6 a PDF that forbids copying or printing, and opens without a password', () => {
  it.each(ALGORITHMS.flatMap((algorithm) => [true, false].map((objectStreams) => ({ algorithm, objectStreams }))))(
    'is accepted: $algorithm, object streams: $objectStreams',
    async (sample) => expect(await outcome(await encrypted(sample))).toBe(2),
  )

  it.each([true, false])('is refused with a script inside, object streams: %s', async (objectStreams) => {
    const content = await encrypted({ objectStreams, change: script })
    expect(content.includes('JavaScript')).toBe(!objectStreams)
    expect(await outcome(content)).toBe('files.pdf_active_content')
  })

  it('is refused when it expands too far', async () =>
    expect(await outcome(await encrypted({ change: bomb }))).toBe('files.pdf_unreadable'))

  it('is refused with a part that the key does not open', async () => {
    const content = await encrypted({})
    const stream = content.indexOf('stream', content.indexOf('/ObjStm')) + 30
    content.fill(0, stream, stream + 16)
    expect(await outcome(content)).toBe('files.pdf_unreadable')
  })
})

describe('C6 a PDF whose encryption readers could understand differently is refused', () => {
  it.each(ALGORITHMS)('%s with a password', async (algorithm) =>
    expect(await outcome(await encrypted({ algorithm, userPassword: 'user' }))).toBe('files.pdf_encrypted'),
  )

  it('with another filter for strings than for streams', async () => {
    const content = await encrypted({ objectStreams: false })
    const changed = Buffer.from(content.toString('latin1').replace('/StrF /StdCF', '/StrF /Ident'), 'latin1')
    expect(changed.equals(content)).toBe(false)
    expect(await outcome(changed)).toBe('files.pdf_encrypted')
  })

  it('with a second dictionary under the same number', async () => {
    const content = (await encrypted({ objectStreams: false })).toString('latin1')
    const number = Number(/\/Encrypt (\d+) 0 R/.exec(content)?.[1])
    const dictionary = new RegExp(`\\n${number} 0 obj\\n([^]*?)endobj`).exec(content)?.[1] ?? ''
    const other = object(number, dictionary.replace('/P -', '/P -1'))
    const changed = content.replace(/xref\n/, `${other}xref\n`)
    expect(await outcome(Buffer.from(changed, 'latin1'))).toBe('files.pdf_encrypted')
  })

  it('with entries that lead to two dictionaries, or one that the parser does not find', async () => {
    expect(hasOneEncryption(['5 0 R', '5 0 R'])).toBe(true)
    expect(hasOneEncryption(['5 0 R', '6 0 R'])).toBe(false)
    expect(hasOneEncryption(['<<'])).toBe(false)
    expect(await outcome(makePdf({ objects: [object(9, '<< /A (/Encrypt 5 0 R) >>')] }))).toBe('files.pdf_encrypted')
  })

  it('by another handler than that of passwords', async () => {
    const trailer = '/ID [<00><00>] /Encrypt << /Filter /Adobe.PubSec /V 4 /O (x) /U (x) >>'
    expect(await outcome(makePdf({ trailer }))).toBe('files.pdf_encrypted')
  })
})
