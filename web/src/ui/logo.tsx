/** Logo: a tunjo, the flat gold figure of the Muisca, with its wire-thin face and folded arms. */
interface LogoProps {
  size?: number
  /** Name next to the mark; without it the mark is decorative. */
  withName?: boolean
}

export function Logo({ size = 32, withName = true }: LogoProps) {
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 10 }}>
      <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="7" fill="#0b5d4b" />
        <path d="M11 4h10l2.5 18-4 6h-7l-4-6z" fill="#d6a549" />
        <path
          d="M12.2 9.5h2.6M17.2 9.5h2.6M16 8.5v4M14.2 15h3.6M10 18.5h12M10.2 21l4 3M21.8 21l-4 3"
          fill="none"
          stroke="#05362c"
          strokeWidth="1.3"
          strokeLinecap="round"
        />
      </svg>
      {withName && <span style={{ fontWeight: 700, fontSize: '1.2rem', letterSpacing: '-0.01em' }}>Tunjo</span>}
    </span>
  )
}
