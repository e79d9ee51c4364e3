/** Of an entry of the menu: another one stands deeper and is where somebody is, so that this one is not. */
export const isDeeperCurrent = (path: string, to: string, others: readonly { to: string }[]): boolean =>
  others.some((other) => other.to !== to && other.to.startsWith(to) && path.includes(other.to))
