/** QR code of a text as SVG. Dark on white in both themes with its quiet zone: cameras do not read it inverted. */
import { useId } from 'react'
import { encode } from 'uqr'

interface QrCodeProps {
  text: string
  /** Accessible name, in Spanish. */
  title: string
  size?: number
}

const QUIET_MODULES = 4

export function QrCode({ text, title, size = 168 }: QrCodeProps) {
  const titleId = useId()
  const { data, size: modules } = encode(text, { ecc: 'M', border: QUIET_MODULES })
  return (
    <svg
      width={size}
      height={size}
      viewBox={`0 0 ${modules} ${modules}`}
      shapeRendering="crispEdges"
      role="img"
      aria-labelledby={titleId}
      style={{ display: 'block', maxWidth: '100%', borderRadius: 'var(--mantine-radius-md)' }}
    >
      <title id={titleId}>{title}</title>
      <rect width={modules} height={modules} fill="#ffffff" />
      <path d={modulesPath(data)} fill="#22201d" />
    </svg>
  )
}

/** One unit square for each dark module. */
export function modulesPath(data: readonly (readonly boolean[])[]): string {
  return data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
}
