/** Catches that the code of a part is missing, and nothing else: a part that breaks is for the boundary of the page. */
import { Component, type ReactNode } from 'react'

interface PartBoundaryProps {
  isMissing: (error: unknown) => boolean
  /** A dialog that is closed says nothing. */
  isShown: boolean
  /** Lets the next attempt begin at the beginning. */
  renew: () => void
  instead: (again: () => void) => ReactNode
  children: () => ReactNode
}

export class PartBoundary extends Component<PartBoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  constructor(props: PartBoundaryProps) {
    super(props)
    // Failed the last time that it was on the page.
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
