/**
 * Markdown → the few kinds of blocks that a policy needs. Anything else throws, raw HTML above all: unsupported content can never reach a
 * page.
 */
import { lexer, type Token, type Tokens } from 'marked'
import type { Block, Run } from './types.ts'

export function parseMarkdown(markdown: string): Block[] {
  return lexer(markdown).flatMap(blockOf)
}

function blockOf(token: Token): Block[] {
  switch (token.type) {
    case 'space':
      return []
    case 'heading': {
      const text = plainText(runsOf(token.tokens))
      return [{ kind: 'heading', level: levelOf(token), id: anchorOf(text), text }]
    }
    case 'paragraph':
      return [{ kind: 'paragraph', runs: runsOf(token.tokens) }]
    case 'list': {
      const items: Tokens.ListItem[] = token.items
      return [{ kind: 'list', isOrdered: token.ordered, items: items.map((item) => runsOf(item.tokens)) }]
    }
    default:
      throw notSupported(token)
  }
}

/** The title is level 1 and is not part of the text. */
function levelOf(token: Token): number {
  if (token.type !== 'heading' || (token.depth !== 2 && token.depth !== 3)) throw notSupported(token)
  return token.depth
}

type Style = Omit<Run, 'text'>
const PLAIN: Style = { isBold: false, isItalic: false, href: null }

function runsOf(tokens: readonly Token[] | undefined, style: Style = PLAIN): Run[] {
  return (tokens ?? []).flatMap((token) => runOf(token, style))
}

function runOf(token: Token, style: Style): Run[] {
  switch (token.type) {
    // The text of a list item is a token with child tokens.
    case 'text':
      return 'tokens' in token && token.tokens ? runsOf(token.tokens, style) : [{ ...style, text: oneLine(token.text) }]
    case 'escape':
      return [{ ...style, text: token.text }]
    case 'strong':
      return runsOf(token.tokens, { ...style, isBold: true })
    case 'em':
      return runsOf(token.tokens, { ...style, isItalic: true })
    case 'link':
      return runsOf(token.tokens, { ...style, href: safeLink(token) })
    default:
      throw notSupported(token)
  }
}

const oneLine = (text: string): string => text.replace(/\s*\n\s*/g, ' ')

const LINK = /^(\/[a-z]|https:\/\/|mailto:)[\w./@?=#%-]*$/

function safeLink(token: Token): string {
  if (token.type !== 'link' || !LINK.test(token.href)) throw notSupported(token)
  return token.href
}

export const plainText = (runs: readonly Run[]): string => runs.map(({ text }) => text).join('')

/** `2. Qué es el servicio` → `2-que-es-el-servicio`. */
function anchorOf(text: string): string {
  const letters = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return letters.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')
}

const notSupported = (token: Token) => new Error(`A policy may not have this kind of text (${token.type}): ${token.raw.slice(0, 80)}`)
