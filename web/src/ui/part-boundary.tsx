/** Error boundary for missing code only: a crash of the part is for the boundary of the page. */
import { Component, type ReactNode } from 'react'

interface PartBoundaryProps {
  isMissing: (error: unknown) => boolean
  /** A closed dialog shows no failure. */
  isShown: boolean
  /** Resets the lazy component for the next attempt. */
  renew: () => void
  instead: (again: () => void) => ReactNode
  children: () => ReactNode
}

export class PartBoundary extends Component<PartBoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  constructor(props: PartBoundaryProps) {
    super(props)
    // It failed the last time it was on the page.
    props.renew()
  }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override componentDidUpdate(before: PartBoundaryProps): void {
    if (this.state.error !== null && this.props.isShown && !before.isShown) {
      this.props.renew()
      this.again()
    }
  }

  private readonly again = () => this.setState({ error: null })

  override render(): ReactNode {
    const { error } = this.state
    if (error === null) return this.props.children()
    if (!this.props.isMissing(error)) throw error
    return this.props.isShown && this.props.instead(this.again)
  }
}
