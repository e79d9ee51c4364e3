import { expect, it } from 'vitest'
import { acceptOf, checkFile, formatBytes, JPG, kindNames, PDF, PNG } from './file-check.ts'

const RULES = { kinds: [PNG, JPG], bytesMax: 1_000, filesMax: 3 }

const JPEG = [0xff, 0xd8, 0xff, 0xe0]
const HEIC = [0, 0, 0, 0x24, ...new TextEncoder().encode('ftypheic')]
const PDF_HEAD = [...new TextEncoder().encode('%PDF-1.7')]
const HTML = [...new TextEncoder().encode('<html>')]

it.each([
  ['cedula.png', 'image/png', JPEG, 1_000, null],
  ['CEDULA.JPEG', 'image/jpeg', JPEG, 5, null],
  ['foto.jfif', 'image/jpeg', JPEG, 5, null],
  ['foto de WhatsApp', '', JPEG, 5, null],
  ['foto.jpg', 'image/pjpeg', JPEG, 5, null],
  ['foto.JPG.heic', 'image/heic', JPEG, 5, null],
  ['image', 'application/octet-stream', JPEG, 5, null],
  ['IMG_0001.HEIC', 'image/heic', HEIC, 12, 'heic'],
  ['IMG_0001.jpg', 'image/jpeg', HEIC, 12, 'heic'],
  ['cedula.pdf', 'application/pdf', PDF_HEAD, 8, 'type'],
  ['cedula.png', 'image/png', PDF_HEAD, 8, 'type'],
  ['pagina.png', 'image/png', HTML, 6, 'type'],
  ['grande.png', 'image/png', JPEG, 1_001, 'size'],
  ['vacio.png', 'image/png', JPEG, 0, 'empty'],
])('C6 a file is judged by its content: %s (%s) is %s', async (name, type, head, size, problem) => {
  const content = new Uint8Array(size)
  content.set(head.slice(0, size))
  expect(await checkFile(new File([content], name, { type }), RULES)).toBe(problem)
})

it('formats types and sizes for display', () => {
  expect(kindNames([PNG, JPG, PDF])).toBe('PNG, JPG o PDF')
  expect(formatBytes(1)).toBe('0,1\u00a0KB')
  expect(formatBytes(10_000_001)).toBe('10,1\u00a0MB')
  expect(formatBytes(10_000_000)).toBe('10\u00a0MB')
})

it("gives types and extensions to the system's file dialog", () => {
  expect(acceptOf([PDF])).toBe('application/pdf,.pdf')
})
