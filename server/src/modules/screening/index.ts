/**
 * Screening of customers against lists of sanctions and of politically exposed persons (ADM-13). So far the comparison: names, documents
 * and addresses of chains, each hit with what it rests on.
 *
 * Invariant: pure; the same party and the same list always give the same hits.
 */
export { createScreener } from './matching/screen.ts'
