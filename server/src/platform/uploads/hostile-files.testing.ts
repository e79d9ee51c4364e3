/**
 * Hostile files that an attacker would send, generated here so that each documents itself. `cleaned` ones may pass, without their payload.
 */
import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import type { UploadKind } from '@tunjo/contract/endpoint'
import type { ErrorCode } from '@tunjo/contract/errors'
import sharp from 'sharp'
import { makePdf, object } from './pdfs.testing.ts'

export interface HostileFile {
  readonly what: string
  readonly name: string
  readonly content: Buffer
  readonly allowed: readonly UploadKind[]
  readonly expected: ErrorCode | 'cleaned'
}

const MEBIBYTE = 1_048_576
export const MARK = 'ALERT-7f3a'
const HTML = Buffer.from(`<html><script>${MARK}</script></html>`)
const ZIP = Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.from(MARK), Buffer.from('PK\u0005\u0006'), Buffer.alloc(18)])
const SVG = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><script>${MARK}</script></svg>`)
export const EICAR = Buffer.from(['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(''))

const colours = (width: number, height: number) =>
  sharp(randomBytes(48 * 32 * 3), { raw: { width: 48, height: 32, channels: 3 } }).resize(width, height, { fit: 'fill' })

export async function hostileFiles(): Promise<HostileFile[]> {
  return [...(await pictures()), ...documents(), ...strangers()]
}

async function pictures(): Promise<HostileFile[]> {
  const photo = await colours(640, 480).jpeg().toBuffer()
  const screen = await colours(320, 200).png().toBuffer()
  const located = await colours(640, 480)
    .withExif({ IFD0: { ImageDescription: MARK }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '4/1 36/1 0/1' } })
    .jpeg()
    .toBuffer()
  const image = (what: string, name: string, content: Buffer, expected: HostileFile['expected']): HostileFile => ({
    what,
    name,
    content,
    allowed: ['image'],
    expected,
  })
  return [
    image('a photo that says where it was taken', 'cedula.jpg', located, 'cleaned'),
    image('a photo with a page behind it', 'cedula.jpg', Buffer.concat([photo, HTML]), 'cleaned'),
    image('a photo with an archive behind it', 'cedula.jpg', Buffer.concat([photo, ZIP]), 'cleaned'),
    image('a photo with a script in its comment', 'cedula.jpg', withComment(photo), 'cleaned'),
    image(
      'a picture with a page in a text chunk',
      'cedula.png',
      withChunk(screen, 'tEXt', Buffer.concat([Buffer.from('a\0'), HTML])),
      'cleaned',
    ),
    image('a name that climbs', '../../../etc/passwd\u202egnp.jpg', photo, 'cleaned'),
    image('two endings', 'cedula.php.jpg', photo, 'cleaned'),
    image('60 megapixels in a few bytes', 'bomb.png', pngOf(10_000, 6_000), 'files.image_too_large'),
    image(
      'a large photo that comes in passes',
      'bomb.jpg',
      await colours(5_000, 4_000).jpeg({ progressive: true }).toBuffer(),
      'files.image_too_large',
    ),
    image('a size that overflows', 'bomb.png', pngOf(0x7fff_ffff, 0x7fff_ffff, 0), 'files.image_unreadable'),
    image('many pixels announced and few sent', 'bomb.png', pngOf(6_000, 6_000, 10), 'files.image_unreadable'),
    image('half a photo', 'cut.jpg', photo.subarray(0, photo.length / 2), 'files.image_unreadable'),
    image('half a picture', 'cut.png', screen.subarray(0, screen.length / 2), 'files.image_unreadable'),
    image('only a beginning', 'cut.jpg', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), 'files.image_unreadable'),
    image('a moving picture', 'moving.png', withChunk(screen, 'acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])), 'files.image_unreadable'),
    image('a photo beyond 15 MB', 'large.jpg', Buffer.concat([photo, Buffer.alloc(15 * MEBIBYTE)]), 'files.too_large'),
    image('a GIF', 'moving.jpg', await colours(32, 32).gif().toBuffer(), 'files.type_not_allowed'),
    image('a WebP', 'photo.jpg', await colours(32, 32).webp().toBuffer(), 'files.type_not_allowed'),
    image(
      'a HEIC',
      'photo.heic',
      Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(64)]),
      'files.heic_not_supported',
    ),
  ]
}

function documents(): HostileFile[] {
  const action = (text: string) => makePdf({ catalog: `/OpenAction ${text}` })
  const bomb = deflateSync(Buffer.alloc(280 * MEBIBYTE), { level: 1 })
  const pdf = (what: string, content: Buffer, expected: HostileFile['expected']): HostileFile => ({
    what,
    name: 'extracto.pdf',
    content,
    allowed: ['pdf'],
    expected,
  })
  const active = 'files.pdf_active_content'
  const unreadable = 'files.pdf_unreadable'
  return [
    pdf('code on opening', action(`<< /S /JavaScript /JS (${MARK}) >>`), active),
    pdf('code with its name in disguise', action(`<< /S /J#61vaScript /#4aS (${MARK}) >>`), active),
    pdf('code with its name in lower-case disguise', action(`<< /S /#4aavaScript /#4a#53 (${MARK}) >>`), active),
    pdf('a program to start', action('<< /S /Launch /F (cmd.exe) >>'), active),
    pdf('a page to open in the browser', action('<< /S /URI /URI (https://example.org) >>'), active),
    pdf('a document inside', makePdf({ catalog: '/Names << /EmbeddedFiles << /Names [] >> >>' }), active),
    pdf('a form that sends itself', makePdf({ objects: [object(9, '<< /S /SubmitForm /F (https://example.org) >>')] }), active),
    pdf('an XFA form', makePdf({ catalog: '/AcroForm << /XFA (x) >>' }), active),
    pdf('a film', makePdf({ objects: [object(9, '<< /Type /Annot /Subtype /RichMedia >>')] }), active),
    pdf('code in a compressed object', makePdf({ objects: [compressed(9, `<< /S /JavaScript /JS (${MARK}) >>`)] }), active),
    pdf('code hidden by a later object', makePdf({ objects: [compressed(9, '<< /JS (x) >>'), object(9, '<< /A 1 >>')] }), active),
    pdf('code where only a reader looks', makePdf({ objects: [`garbage << /S /JavaScript >> garbage`] }), active),
    pdf('objects where only a reader looks', makePdf({ objects: [hiddenObjects(9)] }), unreadable),
    pdf('a password', makePdf({ trailer: '/Encrypt << /Filter /Standard /V 1 /R 2 >>' }), 'files.pdf_encrypted'),
    pdf('a stream that grows to 280 MB', makePdf({ objects: [streamOf(9, '/Filter /FlateDecode', bomb)] }), unreadable),
    pdf(
      'objects that grow to 280 MB',
      makePdf({ objects: [streamOf(9, '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode', bomb)] }),
      unreadable,
    ),
    pdf('a stream packed twice', makePdf({ objects: [streamOf(9, '/Filter [/FlateDecode /FlateDecode]', deflateSync(bomb))] }), unreadable),
    pdf('lists in lists in lists', makePdf({ objects: [object(9, '['.repeat(400_000))] }), unreadable),
    pdf('more pages than anybody reads', makePdf({ pages: 201 }), unreadable),
    pdf('an archive behind it', Buffer.concat([makePdf({}), ZIP, Buffer.alloc(100)]), unreadable),
    pdf('half a document', makePdf({}).subarray(0, 200), unreadable),
    pdf('11 MB', Buffer.concat([makePdf({}), Buffer.alloc(11 * MEBIBYTE)]), 'files.too_large'),
  ]
}

function strangers(): HostileFile[] {
  const both = ['image', 'pdf'] as const
  const stranger = (what: string, name: string, content: Buffer, allowed: readonly UploadKind[] = both): HostileFile => ({
    what,
    name,
    content,
    allowed,
    expected: 'files.type_not_allowed',
  })
  return [
    stranger('an SVG that calls itself PNG', 'logo.png', SVG),
    stranger('a page that calls itself PDF', 'extracto.pdf', HTML),
    stranger('a page with a document behind it', 'extracto.pdf', Buffer.concat([HTML, makePdf({})])),
    stranger('an archive', 'fotos.jpg', ZIP),
    stranger('a document where a picture is asked for', 'cedula.jpg', makePdf({}), ['image']),
    stranger('nothing', 'cedula.jpg', Buffer.alloc(0)),
    stranger('a virus', 'cedula.pdf', EICAR),
  ]
}

function withComment(jpeg: Buffer): Buffer {
  const head = Buffer.from([0xff, 0xfe, 0, HTML.length + 2])
  return Buffer.concat([jpeg.subarray(0, 2), head, HTML, jpeg.subarray(2)])
}

/** After the header, which is always 33 bytes. */
const withChunk = (png: Buffer, type: string, data: Buffer): Buffer =>
  Buffer.concat([png.subarray(0, 33), chunk(type, data), png.subarray(33)])

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** White, one bit for each pixel. */
function pngOf(width: number, height: number, lines = height): Buffer {
  const header = Buffer.from([...Buffer.alloc(8), 1, 0, 0, 0, 0])
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  const pixels = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * lines))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const streamOf = (number: number, dictionary: string, content: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`${number} 0 obj\n<< ${dictionary} /Length ${content.length} >>\nstream\n`),
    content,
    Buffer.from('\nendstream\nendobj\n'),
  ])

const compressed = (number: number, text: string): Buffer =>
  streamOf(number + 50, '/Type /ObjStm /N 1 /First 5 /Filter /FlateDecode', deflateSync(Buffer.from(`${number} 0  ${text}`)))

/** A compressed object inside the bytes of a plain stream: a reader may be sent there by its table of addresses. */
const hiddenObjects = (number: number): Buffer => streamOf(number, '', compressed(70, '<< /JS (x) >>'))
