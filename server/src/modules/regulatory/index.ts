/**
 * Regulatory workbench: reports to the UIAF. Schema `regulatory`: suspicious transaction reports (ROS) with every version of what they say.
 *
 * Invariants: nothing of a report is visible to a customer (tipping-off), and nothing outside of this module names whom one is about; a
 * report is approved by two officers, neither of them the person concerned; what it says is sealed with the key of that person, which is kept until
 * ten years after the report ended; a save over a version that somebody else replaced is refused. Emits no events.
 */
export { createRegulatory } from './create-regulatory.ts'
