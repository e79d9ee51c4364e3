/** Platform that reports (RCASP), as its settings give it. */
export interface Company {
  readonly name: string
  /** With its check digit, as ten digits. */
  readonly nit: string
  readonly address: string
  readonly city: string
}
