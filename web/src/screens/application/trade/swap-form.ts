/** Input of a swap: two tokens, one amount, and the side of the amount (EX-02). */
import { COP_TOKEN_ID } from '../../../api/trading.ts'

export type Side = 'in' | 'out'
/** `input`: the amount is the sold one. `output`: the bought one. */
export type QuoteType = 'unset' | 'input' | 'output'

export interface SwapForm {
  tokenIn: number
  tokenOut: number
  type: QuoteType
  text: string
  /** The side whose amount is typed in pesos instead of its token; null for tokens. */
  pesosSide: Side | null
}

export type SwapAction =
  | { kind: 'write'; side: Side; text: string; inPesos?: boolean }
  /** `text`: the amount of the side in its new unit. */
  | { kind: 'unit'; side: Side; text: string; inPesos: boolean }
  | { kind: 'choose'; side: Side; token: number }
  | { kind: 'flip' }
  | { kind: 'clear' }

/** The side with the typed amount. */
export const writtenSide = ({ type }: SwapForm): Side | null => (type === 'unset' ? null : type === 'input' ? 'in' : 'out')

export function changeSwap(form: SwapForm, action: SwapAction): SwapForm {
  switch (action.kind) {
    case 'write':
    case 'unit':
      return write(form, action)
    case 'choose':
      return choose(form, action.side, action.token)
    case 'flip':
      return flip(form)
    case 'clear':
      return { ...form, type: 'unset', text: '' }
  }
}

function write(form: SwapForm, { side, text, inPesos }: { side: Side; text: string; inPesos?: boolean }): SwapForm {
  const pesosSide = inPesos ? side : null
  if (text.trim() === '') return { ...form, type: 'unset', text: '', pesosSide }
  return { ...form, type: side === 'in' ? 'input' : 'output', text, pesosSide }
}

/** The amount stays with its token, so it changes sides with it. */
function flip({ tokenIn, tokenOut, type, text, pesosSide }: SwapForm): SwapForm {
  return {
    tokenIn: tokenOut,
    tokenOut: tokenIn,
    type: type === 'unset' ? 'unset' : type === 'input' ? 'output' : 'input',
    text,
    pesosSide: otherSide(pesosSide),
  }
}

const otherSide = (side: Side | null): Side | null => (side === null ? null : side === 'in' ? 'out' : 'in')

/** Choosing the token of the other side flips the direction. */
function choose(form: SwapForm, side: Side, token: number): SwapForm {
  const [here, there] = side === 'in' ? [form.tokenIn, form.tokenOut] : [form.tokenOut, form.tokenIn]
  if (token === here) return form
  if (token === there) return flip(form)
  // A number of pesos is no number of the new token: it is read at that token's price, except for pesos themselves.
  const pesosSide = token === COP_TOKEN_ID && form.pesosSide === side ? null : form.pesosSide
  return side === 'in' ? { ...form, tokenIn: token, pesosSide } : { ...form, tokenOut: token, pesosSide }
}
