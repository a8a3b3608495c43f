-- AlterTable
ALTER TABLE "companies" ADD COLUMN "market_cap_band" TEXT;
