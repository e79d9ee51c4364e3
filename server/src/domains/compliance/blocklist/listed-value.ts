/** Value of the blocklist. */
export interface ListedValue {
  /** Compared. */
  readonly text: string
  /** Shown. */
  readonly masked: string
}
