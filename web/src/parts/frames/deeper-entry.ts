/** True when a deeper menu entry matches the current path, so that this one is not the current page. */
export const isDeeperCurrent = (path: string, to: string, others: readonly { to: string }[]): boolean =>
  others.some((other) => other.to !== to && other.to.startsWith(to) && path.includes(other.to))
