/**
 * PDF with font fallback: the letters of every possible name, in picture and text layer. A word is set in the first family that has all of
 * its letters, so that no word mixes two designs; what no family has (Chinese, Korean, emoji) shows as a box. Only the used glyphs go into
 * the file, and a text in the main font's letters is drawn as if there were no other.
 */
import { readFileSync } from 'node:fs'
import PDFDocument from 'pdfkit'
import { FONTS, type FontName } from './theme.ts'
import { unpackWoff } from './unpack-woff.ts'

type Part = keyof (typeof FONTS)[FontName]
interface Run {
  readonly part: Part
  text: string
}

/** Parts of one family have the same design and may share a word. */
const FAMILIES = [['main', 'extended'], ['wide']] as const satisfies readonly (readonly Part[])[]
const PARTS = FAMILIES.flat()
const MARK = /\p{M}/u
const WORDS = /\s+|\S+/gu
/** A letter and the marks on it belong to one font, which knows their positions. */
const letters = new Intl.Segmenter('es', { granularity: 'grapheme' })

/** Internals that pdfkit (exact version in package.json) does not declare. */
interface Internals {
  _font: { readonly ascender: number; readonly font: { hasGlyphForCodePoint(codePoint: number): boolean } }
  readonly _fontSize: number
  _fragment(text: string, x: number, y: number, options: FragmentOptions): void
}
interface FragmentOptions extends PDFKit.Mixins.TextOptions {
  readonly lineWidth?: number
  readonly textWidth?: number | undefined
  readonly wordCount?: number | undefined
}

const unpacked = new Map<string, Buffer>()

function wideFont(file: string): Buffer {
  const font = unpacked.get(file) ?? unpackWoff(readFileSync(file))
  unpacked.set(file, font)
  return font
}

const plain = PDFDocument.prototype as unknown as Internals & PDFKit.PDFDocument

export class LetteredPdf extends PDFDocument {
  private style: FontName | null = null
  /** Whether a part has a letter, by style, part and letter. */
  private readonly known = new Map<string, boolean>()

  constructor(options: PDFKit.PDFDocumentOptions) {
    super(options)
    for (const [style, parts] of Object.entries(FONTS))
      for (const part of FAMILIES[0]) this.registerFont(nameOf(style as FontName, part), parts[part])
  }

  /** Opened when a text needs it; the font reader caches in the font, so each document opens its own. */
  private openPart(style: FontName, part: Part): void {
    const name = nameOf(style, part)
    if (part === 'wide') this.registerFont(name, wideFont(FONTS[style].wide))
    super.font(name)
  }

  override font(source: PDFKit.Mixins.PDFFontSource): this {
    this.style = typeof source === 'string' && source in FONTS ? (source as FontName) : null
    return super.font(source)
  }

  override widthOfString(text: string, options?: PDFKit.Mixins.TextOptions): number {
    const runs = this.runsOf(text)
    if (runs === null) return super.widthOfString(text, options)
    return runs.reduce((sum, run) => sum + this.inPart(run.part, () => plain.widthOfString.call(this, run.text, options)), 0)
  }

  /** All text passes through here, one line at a time. */
  _fragment(text: string, x: number, y: number, options: FragmentOptions): void {
    const runs = this.runsOf(text.replaceAll('\n', ''))
    if (runs === null) {
      plain._fragment.call(this, text, x, y, options)
      return
    }
    const { _font, _fontSize } = this.internals
    // All runs share the base line of the main font.
    const baseline = options.baseline ?? (-_font.ascender / 1000) * _fontSize
    const { width: _, align, ...rest } = options
    const free = (options.lineWidth ?? 0) - this.widthOfString(text.trimEnd(), options)
    let at = x + (options.width === undefined ? 0 : align === 'right' ? free : align === 'center' ? free / 2 : 0)
    for (const run of runs) {
      const own = { ...rest, baseline, textWidth: undefined, wordCount: undefined }
      at += this.inPart(run.part, () => {
        plain._fragment.call(this, run.text, at, y, own)
        return plain.widthOfString.call(this, run.text, options)
      })
    }
  }

  /** Null where the main font has all of it. */
  private runsOf(text: string): Run[] | null {
    if (this.style === null || (this.has('main', text) && !MARK.test(text))) return null
    const runs: Run[] = []
    for (const [word] of text.matchAll(WORDS)) {
      const graphemes = [...letters.segment(word)].map(({ segment }) => segment)
      const partIn = (parts: readonly Part[], letter: string) => parts.find((part) => this.has(part, letter))
      // The main font has marks, but not their positions.
      const families: readonly (readonly Part[])[] = MARK.test(word) ? FAMILIES.slice(1) : FAMILIES
      const family = families.find((parts) => graphemes.every((letter) => partIn(parts, letter))) ?? PARTS
      for (const letter of graphemes) append(runs, { part: partIn(family, letter) ?? 'wide', text: letter })
    }
    return runs
  }

  private has(part: Part, text: string): boolean {
    for (const letter of text) {
      if (letter < ' ') continue
      const key = `${this.style} ${part} ${letter}`
      const known =
        this.known.get(key) ?? this.inPart(part, () => this.internals._font.font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))
      this.known.set(key, known)
      if (!known) return false
    }
    return true
  }

  private inPart<T>(part: Part, work: () => T): T {
    const { style } = this
    if (style === null) return work()
    const before = this.internals._font
    this.openPart(style, part)
    try {
      return work()
    } finally {
      this.internals._font = before
    }
  }

  private get internals(): Internals {
    return this as unknown as Internals
  }
}

const nameOf = (style: FontName, part: Part): string => (part === 'main' ? style : `${style} ${part}`)

function append(runs: Run[], { part, text }: Run): void {
  const last = runs.at(-1)
  if (last?.part === part) last.text += text
  else runs.push({ part, text })
}
