/** Interchangeable pairs of letters with the cost of the substitution; all others cost 1. */
const NEAR =
  'bv.2 vw.2 bw.5 sz.2 cs.2 cz.3 ck.2 kq.2 gq.4 cq.3 gk.5 gj.3 hj.3 jx.3 jy.3 iy.2 ij.4 uw.4 ou.3 ei.3 ae.5 ao.6 ai.6 oe.6 eu.6 au.6 io.6 iu.6 ay.6 ey.4 dt.5 mn.5 lr.8 sx.3 fp.7 fv.5 ly.6 gh.5 hk.6 pb.6 dz.6'
const SIZE = 26
const COSTS = new Float64Array(SIZE * SIZE).fill(1)
for (const pair of NEAR.split(' ')) {
  const [one, other] = [pair.charCodeAt(0) - 97, pair.charCodeAt(1) - 97]
  COSTS[one * SIZE + other] = COSTS[other * SIZE + one] = Number(pair.slice(2))
}
const SILENT_COST = 0.3
const DOUBLED_COST = 0.2
const VOWEL_COST = 0.6
const SWAP_COST = 0.8
const LENGTH_MAX = 32

const isVowel = (code: number) => code === 97 || code === 101 || code === 105 || code === 111 || code === 117 || code === 121

const rows: [Float64Array, Float64Array, Float64Array] = [
  new Float64Array(LENGTH_MAX + 1),
  new Float64Array(LENGTH_MAX + 1),
  new Float64Array(LENGTH_MAX + 1),
]
const gaps = new Float64Array(LENGTH_MAX)

/** Optimal string alignment distance with weighted costs. Stops with a cost above the bound as soon as no alignment can stay below it. */
export function editCost(one: string, other: string, bound: number): number {
  const [a, b] = [one.slice(0, LENGTH_MAX), other.slice(0, LENGTH_MAX)]
  let [before, last, row] = rows
  last[0] = 0
  for (let j = 1; j <= b.length; j++) {
    const gap = gapCost(b, j - 1)
    gaps[j - 1] = gap
    last[j] = (last[j - 1] ?? 0) + gap
  }
  for (let i = 1; i <= a.length; i++) {
    const code = a.charCodeAt(i - 1)
    const gapA = gapCost(a, i - 1)
    row[0] = (last[0] ?? 0) + gapA
    let least = row[0]
    for (let j = 1; j <= b.length; j++) {
      const target = b.charCodeAt(j - 1)
      let cost = (last[j - 1] ?? 0) + (code === target ? 0 : changeCost(code, target))
      cost = Math.min(cost, (last[j] ?? 0) + gapA, (row[j - 1] ?? 0) + (gaps[j - 1] ?? 0))
      if (i > 1 && j > 1 && code !== target && code === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === target) {
        cost = Math.min(cost, (before[j - 2] ?? 0) + SWAP_COST)
      }
      row[j] = cost
      if (cost < least) least = cost
    }
    if (least > bound) return least
    ;[before, last, row] = [last, row, before]
  }
  return last[b.length] ?? 0
}

function changeCost(one: number, other: number): number {
  const [from, to] = [one - 97, other - 97]
  return from < 0 || to < 0 || from >= SIZE || to >= SIZE ? 1 : (COSTS[from * SIZE + to] ?? 1)
}

/** Cost of a letter that only one of the two words has. */
function gapCost(text: string, at: number): number {
  const code = text.charCodeAt(at)
  if (at > 0 && text.charCodeAt(at - 1) === code) return DOUBLED_COST
  if (code === 104) return SILENT_COST
  return isVowel(code) ? VOWEL_COST : 1
}
