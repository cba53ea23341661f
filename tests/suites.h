/* The suites that tests/main.c runs, one a file. */
#ifndef BOOJUM_TESTS_SUITES_H
#define BOOJUM_TESTS_SUITES_H

#include <check.h>

#ifndef TEST_DATA
#define TEST_DATA "tests"
#endif

Suite *attacks_suite(void);
Suite *position_suite(void);
Suite *perft_suite(void);
Suite *rules_suite(void);
Suite *fen_suite(void);
Suite *notation_suite(void);
Suite *outcome_suite(void);
Suite *oracle_suite(void);
Suite *differential_suite(void);
Suite *tt_suite(void);
Suite *judge_suite(void);
Suite *recall_suite(void);
Suite *search_suite(void);
Suite *mates_suite(void);
Suite *strength_suite(void);
Suite *uci_suite(void);
Suite *uci_order_suite(void);
Suite *selfplay_suite(void);
Suite *manual_suite(void);
Suite *soak_suite(void);
Suite *pgn_suite(void);
Suite *match_stats_suite(void);
Suite *match_suite(void);
Suite *tools_suite(void);
Suite *match_faults_suite(void);
Suite *faults_suite(void);
Suite *lint_suite(void);
Suite *play_refusal_suite(void);
Suite *play_suite(void);
Suite *play_terminal_suite(void);
Suite *documents_suite(void);

#endif
