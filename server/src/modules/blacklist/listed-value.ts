/** Value of the black list. */
export interface ListedValue {
  /** Compared. */
  readonly text: string
  /** Shown. */
  readonly masked: string
}
