/** Text layer of a PDF, as another program reads it: the text that is searched, copied and read aloud. */
import { readFile } from 'node:fs/promises'
import { PDFiumLibrary } from '@hyzyla/pdfium'

export async function textOfPdf(content: Uint8Array): Promise<string> {
  const wasm = await readFile(new URL(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm')))
  const library = await PDFiumLibrary.init({ wasmBinary: wasm.buffer as ArrayBuffer })
  try {
    const document = await library.loadDocument(content)
    const pages = [...document.pages()].map((page) => page.getText())
    document.destroy()
    return pages.join('\n')
  } finally {
    library.destroy()
  }
}
