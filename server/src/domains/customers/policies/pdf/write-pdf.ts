/**
 * A policy as a tagged PDF (PDF/UA): title, language, structure, bookmarks, page numbers. The same text gives the same bytes, in every
 * process, so that their hash can be the `etag`.
 */
import { DEFAULT_LOCALE } from '@tunjo/contract/locales'
import { PUBLISHER } from '../../../../platform/mail/brand.ts'
import { drawGoldLine, newPdf, pdfBytes, writeBrand, writeFooters } from '../../../../platform/pdf/document.ts'
import { HEADING, INK } from '../../../../platform/pdf/theme.ts'
import type { Catalogue } from '../../../../platform/phrases/catalogue.ts'
import type { PolicyVersion } from '../types.ts'
import { writeBlocks } from './write-blocks.ts'

/** `origin`: address of our own pages, `https://…` without a slash at the end. */
export async function writePdf(policy: PolicyVersion, origin: string): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = newPdf({ title: policy.title, subject: policy.summary, createdAt: new Date(policy.date) })
  const bytes = pdfBytes(pdf)
  const root = pdf.struct('Document')
  pdf.addStructure(root)
  writeTitle(pdf, root, policy)
  writeBlocks({ pdf, root, origin }, policy.blocks)
  root.end()
  writeFooters(pdf, `${policy.title} · ${versionLine(policy)}`)
  pdf.end()
  return bytes
}

function writeTitle(pdf: PDFKit.PDFDocument, root: PDFKit.PDFStructureElement, policy: PolicyVersion): void {
  const say = (tag: string, draw: () => void) => root.add(pdf.struct(tag, {}, draw))
  writeBrand(pdf, root)
  say('H1', () => pdf.font('bold').fontSize(HEADING[1].size).fillColor(INK.text).text(policy.title))
  pdf.y += HEADING[1].after
  say('P', () => pdf.font('regular').fontSize(10.5).fillColor(INK.quiet).text(versionLine(policy)))
  say('P', () => pdf.font('regular').fontSize(10.5).fillColor(INK.quiet).text(PUBLISHER))
  drawGoldLine(pdf)
}

const dateFormat = (language: string) => new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' })
const DATES = { es: dateFormat('es-CO'), en: dateFormat('en-US') } satisfies Catalogue
const VERSION_LINES: Catalogue<(version: PolicyVersion['version'], day: Date) => string> = {
  es: (version, day) => `Versión ${version} · vigente desde el ${DATES.es.format(day)}`,
  en: (version, day) => `Version ${version} · in force since ${DATES.en.format(day)}`,
}

const versionLine = ({ version, date }: PolicyVersion): string => VERSION_LINES[DEFAULT_LOCALE](version, new Date(date))
