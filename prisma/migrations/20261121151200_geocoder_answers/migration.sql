-- CreateTable
CREATE TABLE "geocoder_answers" (
    "geocoder" TEXT NOT NULL,
    "question" TEXT NOT NULL,
    "place" JSONB,
    "answered_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "geocoder_answers_pkey" PRIMARY KEY ("geocoder","question")
);
