import { describe, expect, it } from 'vitest'
import { namesInBytes } from './pdf-rules.ts'

const isActive = (text: string) => namesInBytes(Buffer.from(`%PDF-1.4\n${text}\n%%EOF`, 'latin1')).isActive

describe('a PDF that is a page as well', () => {
  it.each([
    '<html><body onload=alert(1)>',
    '% <ScRiPt>alert(1)</script>',
    '<!DOCTYPE  html>',
    '<svg/onload=alert(1)>',
    '1 0 obj <iframe src=x> endobj',
    // As the name decoding of PDF spells it.
    '<#73cript>',
  ])('%s', (text) => expect(isActive(text)).toBe(true))

  it.each([
    '1 0 obj << /Type /Page >> endobj',
    '<48746d6c>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF><rdf:Description/></rdf:RDF></x:xmpmeta>',
    '<dc:title>html</dc:title>',
    '<htmlish>',
  ])('but not %s', (text) => expect(isActive(text)).toBe(false))
})
