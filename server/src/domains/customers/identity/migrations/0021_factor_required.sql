-- Whoever was invited to the team holds no right of an officer before they have a second factor, in every profile of the product.
ALTER TABLE identity.account ADD COLUMN factor_required boolean NOT NULL DEFAULT false;
