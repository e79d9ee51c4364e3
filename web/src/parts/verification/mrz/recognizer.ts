/** OCR of the letters in a line of print. Runs in a worker (mrz-worker.ts); the caller loads its data. */
import createCore, { type CoreOptions } from 'tesseract.js-core/tesseract-core-simd-lstm.js'
import type { GreyPicture } from '../capture/picture-quality.ts'

export interface Letter {
  readonly letter: string
  /** Column of its middle. */
  readonly middle: number
}
export type Alphabet = 'letters' | 'lettersAndDigits'
export interface Recognizer {
  lettersOf: (line: GreyPicture, alphabet: Alphabet) => Letter[]
}

const ALPHABETS: Record<Alphabet, string> = {
  letters: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  lettersAndDigits: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
}
/** Disables the dictionaries, which would turn numbers into words. */
const NO_WORDS = ['system', 'freq', 'punc', 'number', 'unambig', 'bigram'].map((name) => `load_${name}_dawg 0\n`).join('')
const LSTM_ONLY = 1
const SINGLE_LINE = '7'
const UPRIGHT = 1

/** @param languageData trained data of English, not compressed */
export async function createRecognizer(languageData: Uint8Array, options: CoreOptions = {}): Promise<Recognizer> {
  // Called by it for each word; it fails without this callback.
  const core = await createCore({ TesseractProgress: () => undefined, ...options })
  core.FS.writeFile('eng.traineddata', languageData)
  core.FS.writeFile('/config', NO_WORDS)
  const api = new core.TessBaseAPI()
  if (api.Init(null, 'eng', LSTM_ONLY, '/config') !== 0) throw new Error('the recognizer did not start')
  api.SetVariable('tessedit_pageseg_mode', SINGLE_LINE)

  return {
    lettersOf(line, alphabet) {
      api.SetVariable('tessedit_char_whitelist', ALPHABETS[alphabet])
      core.FS.writeFile('/input', portableGreymap(line))
      if (api.SetImageFile(UPRIGHT, 0) !== 0) throw new Error('the line could not be given to the recognizer')
      api.Recognize(null)
      return api.GetBoxText().split('\n').flatMap(letterOf)
    },
  }
}

function portableGreymap({ width, height, grey }: GreyPicture): Uint8Array {
  const head = new TextEncoder().encode(`P5\n${width} ${height}\n255\n`)
  const file = new Uint8Array(head.length + grey.length)
  file.set(head)
  file.set(grey, head.length)
  return file
}

/** `K 814 12 843 51 0`: letter, left, bottom, right, top, page. */
function letterOf(row: string): Letter[] {
  const [letter = '', left, , right] = row.split(' ')
  return /^[A-Z0-9]$/.test(letter) ? [{ letter, middle: (Number(left) + Number(right)) / 2 }] : []
}
