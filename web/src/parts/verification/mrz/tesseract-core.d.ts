/** Types for the used part of the package, which has none. */
declare module 'tesseract.js-core/tesseract-core-simd-lstm.js' {
  export interface CoreOptions {
    locateFile?: (name: string) => string
    TesseractProgress?: (percent: number) => void
  }
  interface TessBaseAPI {
    /** 0 is success. */
    Init: (path: null, language: string, engine: number, config: string) => number
    SetVariable: (name: string, value: string) => void
    /** Reads the file `/input`; 0 is success. */
    SetImageFile: (exifOrientation: number, radians: number) => number
    Recognize: (monitor: null) => void
    GetBoxText: () => string
  }
  interface Core {
    FS: { writeFile: (path: string, content: Uint8Array | string) => void }
    TessBaseAPI: new () => TessBaseAPI
  }
  export default function createCore(options: CoreOptions): Promise<Core>
}
