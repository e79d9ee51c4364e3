-- A row without our seal may stand for any payment: it takes the place of no booking of two officers. A payment is booked once since those who book it
-- lock its anomaly and look at the bookings that carry our seal.
DROP INDEX payments.anomaly_booking_customer;
DROP INDEX payments.anomaly_booking_suspense;
CREATE INDEX anomaly_booking_of ON payments.anomaly_booking (anomaly_id, id);
