/** Progress for an operator: one line a second at most, and none for work that ends within the first. */

export type Progress = (text: () => string) => void

const EVERY_MS = 1_000

export function progressTo(say: (line: string) => void): Progress {
  let last = performance.now()
  return (text) => {
    if (performance.now() - last < EVERY_MS) return
    last = performance.now()
    say(text())
  }
}

export const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`
