"""Blackjack notation, `.bjn`: hands of blackjack, event by event."""
